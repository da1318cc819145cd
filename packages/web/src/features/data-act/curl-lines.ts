/** Stands for the key where it is not known any more. */
export const KEY_NAME = '$PACKHOUSE_KEY'

/**
 * Commands that read live values and the history of the last day of some machines.
 * @param origin such as `https://packhouse.example.com`
 * @param key the key itself while it is known, or what stands for it
 */
export function curlLines(origin: string, machineIDs: readonly string[], key: string): string[] {
  const ask = (path: string) => `curl -H "X-API-KEY: ${key}" "${origin}/v1/partner/machines${path}"`
  return [
    ask(''),
    ...machineIDs.flatMap((id) => [
      ask(`/${encodeURIComponent(id)}`),
      ask(`/${encodeURIComponent(id)}/history?tag=CycleCount&hours=24`),
    ]),
  ]
}
