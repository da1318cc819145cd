import type { CompatibilityPair, CompatibilityResult, evidenceKinds } from '@packhouse/contract'
import { editable, isUnclearHere } from '../../../lib/format/decimal-text.ts'

export type EvidenceKind = (typeof evidenceKinds)[number]

/** Fields of numbers, as they are typed. */
const sizeFields = ['lengthMin', 'lengthMax', 'widthMin', 'widthMax', 'heightMin', 'heightMax'] as const
const numberFields = ['speedMin', 'speedMax', ...sizeFields] as const
export type NumberField = (typeof numberFields)[number]
type TextField = 'toolingCost' | 'documentId' | 'verifiedById' | 'verifiedOn' | 'notes'

/** The answer of a pair for one material. */
export interface MaterialDraft {
  id: string | undefined
  materialId: string
  result: CompatibilityResult
  evidence: EvidenceKind | ''
  trialOn: string
  notes: string
}

/** All that can be said of a pair, as it is typed: empty texts say nothing. */
export interface PairDraft extends Record<NumberField | TextField, string> {
  result: CompatibilityResult
  evidence: EvidenceKind | ''
  required: readonly string[]
  excluded: readonly string[]
  materials: readonly MaterialDraft[]
}

const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : typeof value === 'number' ? editable(String(value)) : value

export function toDraft({ cell, result, requiredOptions, excludedOptions, materials }: CompatibilityPair): PairDraft {
  const numbers = Object.fromEntries(numberFields.map((name) => [name, text(cell?.[name])])) as Record<
    NumberField,
    string
  >
  return {
    ...numbers,
    result: cell?.result ?? result,
    toolingCost: editable(text(cell?.toolingCost)),
    evidence: cell?.evidence ?? '',
    documentId: text(cell?.documentId),
    verifiedById: text(cell?.verifiedById),
    verifiedOn: text(cell?.verifiedOn),
    notes: text(cell?.notes),
    required: requiredOptions.map(({ id }) => id),
    excluded: excludedOptions.map(({ id }) => id),
    materials: materials.map(({ id, materialId, result: answer, evidence, trialOn, notes }) => {
      return { id, materialId, result: answer, evidence: evidence ?? '', trialOn: text(trialOn), notes: text(notes) }
    }),
  }
}

/** Whether a field of the cell itself is a condition. */
export function hasOwnCondition(draft: PairDraft): boolean {
  return draft.toolingCost.trim() !== '' || numberFields.some((name) => draft[name].trim() !== '')
}

/** Whether it may be saved as conditional. */
export function hasCondition(draft: PairDraft): boolean {
  return hasOwnCondition(draft) || draft.required.length + draft.excluded.length + draft.materials.length > 0
}

/** The fields of the cell, as the server takes them. What is not a number is sent as it was typed: the server says what is wrong. */
export function toFields(draft: PairDraft): Record<string, unknown> {
  const orNull = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    ...Object.fromEntries(numberFields.map((name) => [name, toNumber(draft[name])])),
    toolingCost: orNull(plainOf(draft.toolingCost)),
    evidence: orNull(draft.evidence),
    documentId: orNull(draft.documentId),
    verifiedById: orNull(draft.verifiedById),
    verifiedOn: orNull(draft.verifiedOn),
    notes: orNull(draft.notes),
    materials: draft.materials.map(({ id, materialId, result, evidence, trialOn, notes }) => ({
      ...(id === undefined ? {} : { id }),
      ...(id === undefined ? { materialId } : {}),
      result,
      evidence: orNull(evidence),
      trialOn: orNull(trialOn),
      notes: orNull(notes),
    })),
  }
}

/** With a point before decimals; what may be a thousand times as much stays no number. */
function plainOf(typed: string): string {
  return isUnclearHere(typed) ? typed.replace(/[.,]/, ' ') : typed.replace(',', '.')
}

function toNumber(typed: string): number | string | null {
  const plain = plainOf(typed.trim())
  if (plain === '') return null
  const number = Number(plain)
  return Number.isFinite(number) ? number : typed
}

export function isSameDraft(one: PairDraft, other: PairDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}

/** Which options have changed. */
export function changedOptions(before: PairDraft, now: PairDraft): ('required' | 'excluded')[] {
  return (['required', 'excluded'] as const).filter((name) => !isSameSet(before[name], now[name]))
}
