import type { CompatibilityPair } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { listOf } from '../../../lib/format/lists.ts'
import { formatDecimal } from '../../../lib/format/money.ts'
import { formatReading } from '../../../lib/format/numbers.ts'
import type { Icon } from '../../../ui/icon.tsx'
import { lineIcon } from '../../../ui/icon.tsx'
import { WrenchIcon } from '../../../ui/icons.tsx'

const PulseIcon = /* @__PURE__ */ lineIcon('M3 12h4l3-7 4.5 14 3-7H21')
const RulerIcon = /* @__PURE__ */ lineIcon('M3 8.5h18v7H3zM7 8.5v3M11 8.5v4M15 8.5v3M19 8.5v3')

export interface ConditionLine {
  icon: Icon
  text: string
}

/** The conditions of a pair as sentences. @param designSpeed of the machine, per minute; null where it says none */
export function conditionLines(pair: CompatibilityPair, designSpeed: number | null): ConditionLine[] {
  const { cell, requiredOptions, excludedOptions } = pair
  const names = (options: readonly { name: string }[]) => listOf(options.map(({ name }) => name))
  const lines: ConditionLine[] = []
  if (requiredOptions.length > 0)
    lines.push({ icon: WrenchIcon, text: t('matrix.needs', { options: names(requiredOptions) }) })
  if (excludedOptions.length > 0)
    lines.push({ icon: WrenchIcon, text: t('matrix.notWith', { options: names(excludedOptions) }) })
  if (cell === null) return lines
  if (cell.toolingCost)
    lines.push({ icon: WrenchIcon, text: t('matrix.tooling', { cost: formatDecimal(cell.toolingCost) }) })
  const speed = range(cell.speedMin, cell.speedMax)
  if (speed !== '' && designSpeed !== null && (cell.speedMax ?? designSpeed) < designSpeed) {
    lines.push({ icon: PulseIcon, text: t('matrix.speedAgainst', { speed, design: formatReading(designSpeed) }) })
  } else if (speed !== '') lines.push({ icon: PulseIcon, text: t('matrix.speedOf', { speed }) })
  const sizes = [
    [range(cell.lengthMin, cell.lengthMax), (span: string) => t('matrix.lengthOf', { span })] as const,
    [range(cell.widthMin, cell.widthMax), (span: string) => t('matrix.widthOf', { span })] as const,
    [range(cell.heightMin, cell.heightMax), (span: string) => t('matrix.heightOf', { span })] as const,
  ].flatMap(([span, words]) => (span === '' ? [] : [words(span)]))
  if (sizes.length > 0) lines.push({ icon: RulerIcon, text: listOf(sizes) })
  return lines
}

/** `110 to 180`, `up to 260`, `from 90`; empty without either end. */
function range(min: number | null, max: number | null): string {
  if (min === null && max === null) return ''
  if (min === null) return t('matrix.upTo', { max: formatReading(max) })
  if (max === null) return t('matrix.from', { min: formatReading(min) })
  return t('matrix.fromTo', { min: formatReading(min), max: formatReading(max) })
}
