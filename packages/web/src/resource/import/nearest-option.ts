import type { Option } from '../../ui/option-combobox.tsx'
import { nearestName } from '../nearest-name.ts'

/** The choice whose name, or else whose code, is most like a text; undefined where none is like it. */
export function nearestOption(text: string, options: readonly Option[]): Option | undefined {
  // Where a choice is a code, its label ends with it: `Norwegian krone, NOK`.
  const names = options.map(({ value, label }) =>
    label.endsWith(`, ${value}`) ? label.slice(0, -value.length - 2) : label,
  )
  const codes = options.map(({ sublabel }) => sublabel ?? '')
  const place = placeOfNearest(text, names)
  return options[place >= 0 ? place : placeOfNearest(text, codes)]
}

function placeOfNearest(text: string, names: readonly string[]): number {
  const nearest = nearestName(text, names)
  return nearest === undefined ? -1 : names.indexOf(nearest)
}
