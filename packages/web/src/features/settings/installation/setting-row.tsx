import { api, type SettingState, settingOf } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { useId } from 'react'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { rich } from '../../../lib/language/rich.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { faultSentence } from '../../../resource/words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { AlertIcon } from '../../../ui/icons.tsx'
import { LockIcon } from '../../../ui/tool-icons.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { SettingControl } from './setting-control.tsx'
import { SettingValue } from './setting-value.tsx'
import { labelOf, reachWords, valueWords } from './setting-words.ts'
import type { Settings } from './settings-query.ts'
import type { RowEdit, SettingEdit } from './use-setting-edit.ts'

export interface SettingRowProps {
  state: SettingState
  people: Settings['people']
  edit: SettingEdit
}

/** One setting: what it is, what applies where nobody sets it, whom a change reaches, and its control. */
export function SettingRow({ state, people, edit }: SettingRowProps) {
  const { allowed } = usePermission(api.changeSettings)
  const id = useId()
  const row = edit.rowOf(state)
  const { help } = settingOf(state.key)
  const isOpen = allowed && state.fixedBy === null
  return (
    <li
      data-setting={state.key}
      className={`grid items-start gap-x-6 gap-y-2.5 border-b border-s-[3px] border-b-line px-4 py-3.5 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,300px)] ${row.isChanged ? 'border-s-kraft bg-kraft-soft' : 'border-s-transparent'}`}
    >
      <div className="grid gap-1">
        <Label state={state} id={id} isOpen={isOpen} />
        {help !== undefined && <p className="text-13 text-text-2">{declared(help)}.</p>}
        <p id={`${id}-about`} className="text-12 text-text-2">
          <About state={state} people={people} row={row} />
        </p>
        {row.isStale && <ConflictNote state={state} typed={row.typed ?? null} edit={edit} />}
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
        {isOpen ? (
          <SettingControl
            id={id}
            state={state}
            row={row}
            onType={(value) => edit.type(state, value)}
            onLeave={() => edit.leave(state.key)}
          />
        ) : (
          <SettingValue state={state} />
        )}
        {row.fault !== undefined && (
          <p id={`${id}-error`} className="flex gap-1.5 text-12 text-bad">
            <AlertIcon className="mt-px" size={14} />
            <span className="min-w-0">{faultSentence(labelOf(state.key), row.fault)}.</span>
          </p>
        )}
      </div>
    </li>
  )
}

/** Controls of one field are named by a label; those of several by the text of it. */
const ofOneField = ['text', 'multiline', 'number', 'secret', 'language', 'timeZone', 'colour']

function Label({ state: { key, fixedBy }, id, isOpen }: { state: SettingState; id: string; isOpen: boolean }) {
  const label = labelOf(key)
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      {isOpen && ofOneField.includes(settingOf(key).kind) ? (
        <label htmlFor={id} className="font-[550]">
          {label}
        </label>
      ) : (
        <span id={`${id}-label`} className="font-[550]">
          {label}
        </span>
      )}
      {fixedBy !== null && (
        <Badge tone="unk" icon={LockIcon} className="h-auto min-h-[22px] whitespace-normal">
          {rich('installation.fixedBy', { variable: <code>{fixedBy}</code> })}
        </Badge>
      )}
    </div>
  )
}

/** Before a change what applies where nobody sets it, and after one what was; then whom it reaches. */
function About({ state, people, row }: Pick<SettingRowProps, 'state' | 'people'> & { row: RowEdit }) {
  const { key, fixedBy, changedAt, changedBy } = state
  const { kind, fallback, reach } = settingOf(key)
  if (fixedBy !== null) return t('installation.changeItThere')
  const isSecret = kind === 'secret'
  return (
    <>
      {row.isChanged
        ? !isSecret &&
          (state.value === null
            ? t('installation.wasNotSet')
            : rich('installation.was', { value: <bdi translate="no">{valueWords(key, state.value)}</bdi> }))
        : !isSecret &&
          fallback !== null &&
          rich('installation.default', { value: <bdi translate="no">{valueWords(key, fallback)}</bdi> })}{' '}
      {reachWords(reach, people)}{' '}
      {!row.isChanged &&
        changedAt !== null &&
        (changedBy === null || changedBy.name === ''
          ? rich('installation.changedAt', { time: <DateLabel value={changedAt} mode="absolute" /> })
          : rich('installation.changedBy', {
              name: changedBy.name,
              time: <DateLabel value={changedAt} mode="absolute" />,
            }))}
    </>
  )
}
