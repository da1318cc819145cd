import { type SettingState, type StoredValue, settingOf } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { rich } from '../../../lib/language/rich.ts'
import { Button } from '../../../ui/button.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { wantedValue } from './setting-draft.ts'
import { valueWords } from './setting-words.ts'
import type { SettingEdit } from './use-setting-edit.ts'

export interface ConflictNoteProps {
  state: SettingState
  typed: StoredValue
  edit: SettingEdit
}

/** Somebody else has changed the setting meanwhile: both values, and which of them is to stay. */
export function ConflictNote({ state, typed, edit }: ConflictNoteProps) {
  const { key, value, changedAt, changedBy } = state
  const isSecret = settingOf(key).kind === 'secret'
  return (
    <div role="status" className="mt-1 grid gap-2 rounded-control border border-warn bg-surface px-3 py-2.5 text-13">
      <p className="flex gap-2 font-[550] text-warn">
        <WarningIcon className="mt-0.5" />
        <span>
          {rich('installation.changedMeanwhile', {
            name: changedBy?.name || t('installation.somebody'),
            time: <DateLabel value={changedAt} mode="absolute" />,
          })}
        </span>
      </p>
      {!isSecret && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 wrap-anywhere">
          <Fact name={t('installation.theirs')}>{valueWords(key, value)}</Fact>
          <Fact name={t('installation.yourValue')}>{valueWords(key, wantedValue(key, typed))}</Fact>
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="dense" onClick={() => edit.takeTheirs(state)}>
          {t('installation.takeTheirs')}
        </Button>
        <Button size="dense" onClick={() => edit.keepMine(state)}>
          {t('installation.keepMine')}
        </Button>
      </div>
    </div>
  )
}
