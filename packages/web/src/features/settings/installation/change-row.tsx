import { api, type SettingChange, type SettingState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { faultSentence } from '../../../resource/words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { UndoIcon } from '../../../ui/tool-icons.tsx'
import { ChangedValue } from './changed-value.tsx'
import { labelOf } from './setting-words.ts'
import { renewSettings } from './settings-query.ts'

export interface ChangeRowProps {
  change: SettingChange
  /** What applies now. */
  state: SettingState | undefined
}

/** One change, and the way back to what was before it. */
export function ChangeRow({ change, state }: ChangeRowProps) {
  const { allowed } = usePermission(api.takeBackSetting)
  const { key, at, by, before, after, takesBack, canBeTakenBack } = change
  const label = labelOf(key)
  return (
    <li className="grid gap-1.5 border-b border-line px-4 py-3 text-13 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-[550]">{label}</strong>
        {takesBack !== null && (
          <Badge tone="plain" icon={UndoIcon}>
            {t('installation.takenBack')}
          </Badge>
        )}
        <span className="ms-auto text-text-2">
          <bdi>{by?.name ?? t('installation.anAccountThatIsGone')}</bdi> · <DateLabel value={at} mode="absolute" />
        </span>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 wrap-anywhere">
          <Fact name={t('installation.before')}>
            <ChangedValue settingKey={key} value={before} />
          </Fact>
          <Fact name={t('installation.after')}>
            <ChangedValue settingKey={key} value={after} />
          </Fact>
        </dl>
        {allowed && canBeTakenBack && state !== undefined && <TakeBack change={change} state={state} />}
      </div>
    </li>
  )
}

function TakeBack({ change: { id, key, before }, state }: { change: SettingChange; state: SettingState }) {
  const [isAsked, ask] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const label = labelOf(key)
  const now = state.isSet ? state.value : null
  if (JSON.stringify(now) === JSON.stringify(before)) return null
  const takeBack = async () => {
    setBusy(true)
    try {
      await callApi(api.takeBackSetting, { params: { id }, body: { rowVersion: state.rowVersion } })
      await renewSettings()
      showToast({ message: t('installation.wasTakenBack', { label }) })
    } catch (error) {
      showToast({ message: whyNot(label, error), tone: 'failed' })
      await renewSettings()
    }
    setBusy(false)
    ask(false)
  }
  return (
    <>
      <Button size="dense" aria-label={t('installation.takeBackChangeOf', { label })} onClick={() => ask(true)}>
        <UndoIcon size={14} />
        {t('installation.takeBack')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={t('installation.takeBackQuestion', { label })}
        confirm={t('installation.takeBack')}
        tone="primary"
        busy={isBusy}
        onConfirm={() => void takeBack()}
        onCancel={() => ask(false)}
      >
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 wrap-anywhere">
          <Fact name={t('installation.now')}>
            <ChangedValue settingKey={key} value={now} />
          </Fact>
          <Fact name={t('installation.afterwards')}>
            <ChangedValue settingKey={key} value={before} />
          </Fact>
        </dl>
      </ConfirmDialog>
    </>
  )
}

function whyNot(label: string, error: unknown): string {
  if (!(error instanceof ApiError)) return t('resource.theServerCouldNotBeReached')
  const [fault] = error.errors
  return fault === undefined ? error.message : `${faultSentence(label, fault.message)}.`
}
