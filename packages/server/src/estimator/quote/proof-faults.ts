import { type FieldError, projects, type QuoteContent, type Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { QuoteProof } from './quote-proofs.ts'
import type { QuotedProject } from './quoted-project.ts'

interface Proved {
  /** What the quote takes of the project; undefined for one that was sent before. */
  project: QuotedProject | undefined
  content: QuoteContent
  recipient: string | null
}

/** What is wrong with the documents of a quote, at the fields where it was typed. */
export function proofFaults({ missing, faults }: QuoteProof, proved: Proved): FieldError[] {
  const whole = faults.map((message) => ({ path: 'row.status', code: 'document', message }))
  if (missing.length === 0) return whole
  const typed = typedTexts(proved).flatMap(({ path, where, text }) => {
    const characters = missing.filter((character) => text.includes(character)).join(' ')
    return characters === '' ? [] : [characterFault(path, where, characters)]
  })
  const characters = missing.join(' ')
  const elsewhere = { path: 'row.status', code: 'character', message: t('documents.replaced', { characters }) }
  return [...whole, ...(typed.length > 0 ? typed : [elsewhere])]
}

function characterFault(path: string, where: string, characters: string): FieldError {
  return { path, code: 'character', message: t('quotePdf.characterMissing', { where, characters }) }
}

interface TypedText {
  path: string
  /** In words of people: the field, and its line. */
  where: string
  text: string
}

function typedTexts({ project, content, recipient }: Proved): TypedText[] {
  const { customer, address, contact } = content
  const around = [
    { path: 'row.customerId', where: labelOf(projects, 'customerId'), text: [customer, ...address].join('\n') },
    { path: 'row.ownerId', where: labelOf(projects, 'ownerId'), text: contact },
    { path: 'body.recipientName', where: t('quotePdf.recipient'), text: recipient ?? '' },
  ]
  return [...(project === undefined ? [] : textsOf(project)), ...around]
}

function textsOf(project: QuotedProject): TypedText[] {
  const { traits }: Resource = projects
  return Object.entries(project).flatMap(([name, value]) => {
    const list = traits.children?.[name]
    if (list === undefined || !Array.isArray(value)) return textsIn(value, `row.${name}`, labelOf(projects, name))
    return value.flatMap((row: object, place) => textsOfLine(list.resource, row, `row.${name}.${place}`, place + 1))
  })
}

function textsOfLine(resource: Resource, row: object, path: string, line: number): TypedText[] {
  const noun = declared(resource.noun[0])
  return Object.entries(row).flatMap(([name, value]) =>
    textsIn(value, `${path}.${name}`, t('quotePdf.fieldOfLine', { noun, line, field: labelOf(resource, name) })),
  )
}

function textsIn(value: unknown, path: string, where: string): TypedText[] {
  if (typeof value === 'string') return [{ path, where, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, `${path}.${name}`, where))
}

function labelOf({ fields }: Resource, name: string): string {
  return declared(fields[name]?.label ?? name)
}
