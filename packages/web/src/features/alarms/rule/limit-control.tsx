import { isUnclearHere } from '../../../lib/format/decimal-text.ts'
import { inputClasses } from '../../../resource/form/field-frame.tsx'
import type { OwnControlProps } from '../../../resource/form/own-control.ts'

const WITH_COMMA = /^\s*(-?\d+),(\d+)\s*$/

/** A limit, which may be a text. A number with a comma before its decimals is written with a point once the field is left. */
export function LimitControl({
  value: held,
  onChange,
  onBlur,
  attributes,
  inputRef,
  faulty,
  disabled,
}: OwnControlProps) {
  const value = typeof held === 'string' ? held : ''
  return (
    <input
      {...attributes}
      ref={inputRef}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        const number = isUnclearHere(value) ? null : WITH_COMMA.exec(value)
        if (number) onChange(`${number[1]}.${number[2]}`)
        onBlur()
      }}
      className={inputClasses(faulty)}
    />
  )
}
