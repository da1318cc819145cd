import type { FieldError, ImportLine, Resource } from '@packhouse/contract'

/** The fields that have a fault in one of the lines and can be mended, in the order of the declaration. */
export function faultyFields(resource: Resource, lines: readonly ImportLine[]): string[] {
  const paths = new Set(
    lines.flatMap((line) => line.errors.filter((error) => isMendable(resource, line, error)).map(({ path }) => path)),
  )
  return Object.keys(resource.fields).filter((name) => paths.has(name))
}

/** The faults of a line that no cell of the table shows. */
export function faultsElsewhere(resource: Resource, line: ImportLine): FieldError[] {
  return line.errors.filter((error) => !isMendable(resource, line, error))
}

/** How many faults of a line the report only counts. */
export function unlistedCount({ errors, errorCount = errors.length }: ImportLine): number {
  return errorCount - errors.length
}

function isMendable({ fields }: Resource, { cells }: ImportLine, { path }: FieldError): boolean {
  const field = fields[path]
  return cells !== undefined && field !== undefined && field.readOnly !== true && field.secret !== true
}
