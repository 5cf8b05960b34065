/** A province, a city or a district. */
interface Area {
  readonly id: number;
  readonly pid: number;
  readonly name: string;
  readonly level: 1 | 2 | 3;
}

/** Everything the table of areas begins with, parents first. Read only when it is needed. */
export async function readChinaAreas(): Promise<readonly Area[]> {
  const { areaList } = await import('@vant/area-data');
  return [...areasOf(areaList.province_list, 1), ...areasOf(areaList.city_list, 2), ...areasOf(areaList.county_list, 3)];
}

/** The package writes every code with six digits; the area's own code is the first two, four or six, and begins with that of its owner. */
const areasOf = (names: Readonly<Record<string, string>>, level: Area['level']): Area[] =>
  Object.entries(names).map(([code, name]) => {
    const id = code.slice(0, level * 2);
    return { id: Number(id), pid: level === 1 ? 0 : Number(id.slice(0, -2)), name, level };
  });
