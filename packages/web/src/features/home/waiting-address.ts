import type { Waiting } from '../../resource/feature.ts'

type Place = Pick<Waiting, 'list' | 'filter' | 'opens'>

/** The list of what waits, filtered as it is counted. */
export function addressOfList({ list, filter }: Place): string {
  return addressWith(list, filter)
}

/** One of it, open in the list where that can open one. */
export function addressOfOne({ list, filter, opens }: Place, id: string): string {
  return addressWith(list, opens === undefined ? filter : { ...filter, [opens]: id })
}

function addressWith(list: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString().replaceAll('%2C', ',')
  return query === '' ? list : `${list}?${query}`
}
