import { __iconNode as aeroplane } from '@tabler/icons-react/dist/esm/icons/IconPlane.mjs';
import { __iconNode as anchor } from '@tabler/icons-react/dist/esm/icons/IconAnchor.mjs';
import { __iconNode as apple } from '@tabler/icons-react/dist/esm/icons/IconApple.mjs';
import { __iconNode as banana } from '@tabler/icons-react/dist/esm/icons/IconBanana.mjs';
import { __iconNode as bell } from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { __iconNode as bicycle } from '@tabler/icons-react/dist/esm/icons/IconBike.mjs';
import { __iconNode as bomb } from '@tabler/icons-react/dist/esm/icons/IconBomb.mjs';
import { __iconNode as butterfly } from '@tabler/icons-react/dist/esm/icons/IconButterfly.mjs';
import { __iconNode as camera } from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs';
import { __iconNode as candy } from '@tabler/icons-react/dist/esm/icons/IconCandy.mjs';
import { __iconNode as car } from '@tabler/icons-react/dist/esm/icons/IconCar.mjs';
import { __iconNode as carrot } from '@tabler/icons-react/dist/esm/icons/IconCarrot.mjs';
import { __iconNode as cat } from '@tabler/icons-react/dist/esm/icons/IconCat.mjs';
import { __iconNode as cherry } from '@tabler/icons-react/dist/esm/icons/IconCherry.mjs';
import { __iconNode as cloud } from '@tabler/icons-react/dist/esm/icons/IconCloud.mjs';
import { __iconNode as crown } from '@tabler/icons-react/dist/esm/icons/IconCrown.mjs';
import { __iconNode as cup } from '@tabler/icons-react/dist/esm/icons/IconCup.mjs';
import { __iconNode as dog } from '@tabler/icons-react/dist/esm/icons/IconDog.mjs';
import { __iconNode as fire } from '@tabler/icons-react/dist/esm/icons/IconFlame.mjs';
import { __iconNode as fish } from '@tabler/icons-react/dist/esm/icons/IconFish.mjs';
import { __iconNode as gift } from '@tabler/icons-react/dist/esm/icons/IconGift.mjs';
import { __iconNode as heart } from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs';
import { __iconNode as hexagon } from '@tabler/icons-react/dist/esm/icons/IconHexagon.mjs';
import { __iconNode as key } from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import { __iconNode as leaf } from '@tabler/icons-react/dist/esm/icons/IconLeaf.mjs';
import { __iconNode as moon } from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import { __iconNode as mushroom } from '@tabler/icons-react/dist/esm/icons/IconMushroom.mjs';
import { __iconNode as rocket } from '@tabler/icons-react/dist/esm/icons/IconRocket.mjs';
import { __iconNode as sailboat } from '@tabler/icons-react/dist/esm/icons/IconSailboat.mjs';
import { __iconNode as scissors } from '@tabler/icons-react/dist/esm/icons/IconScissors.mjs';
import { __iconNode as snowflake } from '@tabler/icons-react/dist/esm/icons/IconSnowflake.mjs';
import { __iconNode as star } from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import { __iconNode as umbrella } from '@tabler/icons-react/dist/esm/icons/IconUmbrella.mjs';

/** Shapes as elements in a square of 24, drawn by their outlines; the keys name them under `captcha.icons`. Source: wire protocol §2.7, "Icon vocabulary". */
export const ICON_SHAPES = {
  aeroplane,
  anchor,
  apple,
  banana,
  bell,
  bicycle,
  bomb,
  butterfly,
  camera,
  candy,
  car,
  carrot,
  cat,
  cherry,
  cloud,
  crown,
  cup,
  dog,
  fire,
  fish,
  gift,
  heart,
  hexagon,
  key,
  leaf,
  moon,
  mushroom,
  rocket,
  sailboat,
  scissors,
  snowflake,
  star,
  umbrella,
} as const;

export type CaptchaIcon = keyof typeof ICON_SHAPES;

export const CAPTCHA_ICONS = Object.keys(ICON_SHAPES) as readonly CaptchaIcon[];
