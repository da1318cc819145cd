import type { SettingState, StoredValue } from '@packhouse/contract'
import { inputClasses } from '../../../resource/form/field-frame.tsx'
import type { RowEdit } from './use-setting-edit.ts'

export interface SettingControlProps {
  /** Of the control; what says more about it has ids that follow from it. */
  id: string
  state: SettingState
  row: RowEdit
  onType: (value: StoredValue) => void
  onLeave: () => void
}

/** What a control of one field has in common with the others. */
export function fieldAttributes({ id, row, onLeave }: Pick<SettingControlProps, 'id' | 'row' | 'onLeave'>) {
  return {
    id,
    onBlur: onLeave,
    'aria-invalid': row.fault === undefined ? undefined : true,
    'aria-describedby': row.fault === undefined ? `${id}-about` : `${id}-error ${id}-about`,
    className: inputClasses(row.fault !== undefined),
  }
}

/** What is typed, or else what applies. */
export function textOf({ state, row }: Pick<SettingControlProps, 'state' | 'row'>): string {
  const value = row.typed === undefined ? state.value : row.typed
  return value === null ? '' : String(value)
}
