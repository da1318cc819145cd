import { camel } from './json.ts'

/**
 * The operationIds of calls: letters and digits, as all generators take them. A call of a resource whose name is that of a special call is about the record:
 * `machine.history` is `machineRecordHistory` beside `machineHistory`.
 * @param names of all calls, such as `customer.list`
 */
export function operationIds(names: readonly string[]): ReadonlyMap<string, string> {
  const special = new Set(names.filter((name) => !name.includes('.')))
  return new Map(
    names.map((name) => {
      const plain = camel(name)
      return [name, name.includes('.') && special.has(plain) ? camel(name.replace('.', '.record.')) : plain]
    }),
  )
}
