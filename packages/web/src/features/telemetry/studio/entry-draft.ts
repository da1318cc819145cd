import { type FieldError, plainTagMapEntry, type TagMapEntry, type TagRole, tagDataTypes } from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import { editable, isUnclearHere } from '../../../lib/format/decimal-text.ts'

/** An entry as it is typed: everything is text until it is sent. */
export interface EntryDraft {
  key: string
  canonicalTag: string
  address: string
  role: TagRole
  dataType: TagMapEntry['dataType']
  unit: string
  scale: string
  offset: string
  deadband: string
  rolloverAt: string
  /** Raw values and what they mean, in the order of their rows. */
  valueMap: readonly ValuePair[]
  writable: boolean
  min: string
  max: string
  writeTopic: string
  writePayload: string
}

/** A row of the value map. */
export interface ValuePair {
  value: string
  meaning: string
}

/** What of a draft is typed as text. */
export type TextOfDraft = {
  [Name in keyof EntryDraft]: EntryDraft[Name] extends string ? Name : never
}[keyof EntryDraft]

let drafts = 0

export function toDraft(entry: TagMapEntry): EntryDraft {
  drafts += 1
  return {
    key: `entry-${drafts}`,
    canonicalTag: entry.canonicalTag,
    address: entry.address,
    role: entry.role,
    dataType: entry.dataType,
    unit: entry.unit ?? '',
    scale: editable(String(entry.scale)),
    offset: editable(String(entry.offset)),
    deadband: editable(String(entry.deadband)),
    rolloverAt: textOf(entry.rolloverAt),
    valueMap: Object.entries(entry.valueMap).map(([value, meaning]) => ({ value, meaning: String(meaning) })),
    writable: entry.writable,
    min: textOf(entry.min),
    max: textOf(entry.max),
    writeTopic: entry.writeTopic ?? '',
    writePayload: entry.writePayload ?? '',
  }
}

function textOf(number: number | null): string {
  return number === null ? '' : editable(String(number))
}

/** What is sent for a draft. Text in a number field becomes NaN; `unreadableNumbers` finds it. */
export function fromDraft(draft: EntryDraft): TagMapEntry {
  return {
    canonicalTag: draft.canonicalTag.trim(),
    address: draft.address.trim(),
    role: draft.role,
    dataType: draft.dataType,
    unit: draft.unit.trim() || null,
    scale: toNumber(draft.scale, 1),
    offset: toNumber(draft.offset, 0),
    deadband: toNumber(draft.deadband, 0),
    rolloverAt: toNumber(draft.rolloverAt, null),
    valueMap: Object.fromEntries(
      draft.valueMap
        .filter(({ value, meaning }) => value.trim() !== '' || meaning.trim() !== '')
        .map(({ value, meaning }) => [value.trim(), typed(meaning.trim(), draft)]),
    ),
    writable: draft.writable,
    min: toNumber(draft.min, null),
    max: toNumber(draft.max, null),
    writeTopic: draft.writeTopic.trim() || null,
    writePayload: draft.writePayload.trim() || null,
  }
}

function toNumber<Fallback extends number | null>(text: string, fallback: Fallback): number | Fallback {
  // No number: it may be a thousand times as much.
  if (isUnclearHere(text)) return Number.NaN
  return text.trim() === '' ? fallback : Number(text.trim().replace(',', '.'))
}

function typed(meaning: string, { role, dataType }: EntryDraft): string | number | boolean {
  if (role === 'state' || dataType === 'text') return meaning
  if (dataType === 'boolean' && /^(true|false)$/.test(meaning)) return meaning === 'true'
  const number = Number(meaning)
  return meaning !== '' && Number.isFinite(number) ? number : meaning
}

const guesses: [RegExp, TagRole][] = [
  [/temp/i, 'temperature'],
  [/humid|^rh$/i, 'humidity'],
  [/reject|waste|defect/i, 'reject'],
  [/count|cycles|total|processed/i, 'count'],
  [/speed|rate|per_?min|bpm|cpm/i, 'speed'],
  [/state|status|^st$/i, 'state'],
]

/** An entry for a value that was seen, with a name that no other entry has and what its own name lets one think. */
export function suggestEntry(address: string, value: unknown, known: readonly EntryDraft[]): EntryDraft {
  const last = /(?:^|[.\]["])([^.[\]"]+)["\]]*(?:\[\d+\])*$/.exec(address)?.[1] ?? 'value'
  const plain = last.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replace(/^[^A-Za-z]+/, '') || 'value'
  const taken = new Set(known.map(({ canonicalTag }) => canonicalTag))
  let canonicalTag = plain.slice(0, 60)
  for (let n = 2; taken.has(canonicalTag); n++) canonicalTag = `${plain.slice(0, 58)}${n}`
  const role = guesses.find(([pattern]) => pattern.test(last))?.[1] ?? 'other'
  const free = role === 'other' || !known.some((entry) => entry.role === role) ? role : 'other'
  const dataType = tagDataTypes.find((type) => type === typeof value) ?? (typeof value === 'string' ? 'text' : 'number')
  const kind = free === 'state' || free === 'other' ? dataType : 'number'
  return toDraft({ ...plainTagMapEntry, canonicalTag, address, role: free, dataType: kind })
}

/** How many entries differ from those of another version, by their tags. */
export function countDifferences(entries: readonly TagMapEntry[], other: readonly TagMapEntry[]) {
  const before = new Map(other.map((entry) => [entry.canonicalTag, sorted(entry)]))
  const now = new Map(entries.map((entry) => [entry.canonicalTag, sorted(entry)]))
  const changed = [...now].filter(([tag, text]) => before.has(tag) && before.get(tag) !== text).length
  const added = [...now.keys()].filter((tag) => !before.has(tag)).length
  const removed = [...before.keys()].filter((tag) => !now.has(tag)).length
  return { added, changed, removed }
}

/** The same text for the same entry, whatever order its properties came in. */
export function sorted(entry: TagMapEntry): string {
  return JSON.stringify(Object.entries({ ...entry, valueMap: Object.entries(entry.valueMap).sort() }).sort())
}

/**
 * The faults that were found in entries, by the place of the entry and the name of the field.
 */
export function faultsOf(errors: readonly FieldError[]): Record<string, string> {
  return Object.fromEntries(
    errors.flatMap(({ path, message }) => {
      const match = /^body\.entries\.(\d+)(?:\.(\w+))?/.exec(path)
      if (match === null) return []
      const [, place, field = 'canonicalTag'] = match
      return [[`${place}.${field}`, inLanguage(message)]]
    }),
  )
}

/** Faults of the entries whose numbers cannot be read. JSON would write them as null, which means none where a number may be left out. */
export function unreadableNumbers(entries: readonly TagMapEntry[]): FieldError[] {
  return entries.flatMap((entry, place) =>
    Object.entries(entry)
      .filter(([, value]) => Number.isNaN(value))
      .map(([field]) => ({
        path: `body.entries.${place}.${field}`,
        code: 'invalid_type',
        message: t('telemetry.mustBeANumber'),
      })),
  )
}

/** The labels of the fields of an entry. */
const labels: Readonly<Record<string, string>> = {
  address: t('telemetry.address'),
  canonicalTag: t('telemetry.tag'),
  unit: t('telemetry.unit'),
  scale: t('telemetry.scale'),
  offset: t('telemetry.offset'),
  deadband: t('telemetry.deadband'),
  rolloverAt: t('telemetry.rolloverAt'),
  valueMap: t('telemetry.valuesAndWhatTheyMean'),
  writable: t('telemetry.mayBeWritten'),
  min: t('telemetry.leastValue'),
  max: t('telemetry.greatestValue'),
  writeTopic: t('telemetry.topicToWriteTo'),
  writePayload: t('telemetry.payloadToWrite'),
}

/** The first fault that the server found in the entries, with the tag of its entry; undefined without any. */
export function firstFault(errors: readonly FieldError[], entries: readonly TagMapEntry[]): string | undefined {
  const [first] = Object.entries(faultsOf(errors))
  if (first === undefined) return undefined
  const [place = '', field = ''] = first[0].split('.')
  return t('telemetry.faultOfEntry', {
    entry: entries[Number(place)]?.canonicalTag || t('telemetry.entry', { place: Number(place) + 1 }),
    label: labels[field] ?? field,
    fault: first[1],
  })
}
