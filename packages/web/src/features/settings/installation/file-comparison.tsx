import { api, type CallResult, isSettingKey, type SettingKey } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { faultSentence } from '../../../resource/words.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { ChangedValue } from './changed-value.tsx'
import { labelOf } from './setting-words.ts'
import { renewSettings } from './settings-query.ts'

type Comparison = CallResult<typeof api.compareSettings>
type Difference = Comparison['differences'][number]
/** One that can be taken over. */
type Known = Difference & { key: SettingKey }

export interface FileComparisonProps {
  name: string
  comparison: Comparison
  onDone: () => void
}

/** What a file would change, each with now and then; what is ticked is applied, all of it or nothing. */
export function FileComparison({ name, comparison: { differences, same }, onDone }: FileComparisonProps) {
  const usable = differences.filter((one): one is Known => one.obstacle === null && isSettingKey(one.key))
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const chosen = usable.filter(({ key }) => !left.has(key))
  const apply = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const changes = chosen.map(({ key, file, rowVersion }) => ({ key, value: file, rowVersion }))
      await callApi(api.changeSettings, { body: { changes } })
      await renewSettings()
      showToast({ message: t('installation.saved', { count: changes.length }) })
      onDone()
    } catch (error) {
      setFailure(error instanceof ApiError ? wordsOf(error, chosen) : t('resource.theServerCouldNotBeReached'))
      setBusy(false)
    }
  }
  const toggle = (key: string) => {
    leave(left.has(key) ? new Set([...left].filter((one) => one !== key)) : new Set(left).add(key))
  }
  return (
    <section aria-label={t('installation.comparisonWith', { name })} className="grid gap-3">
      <p role="status" className="wrap-anywhere">
        <b className="font-semibold">{name}</b>: {t('installation.differAndSame', { count: differences.length, same })}
      </p>
      {differences.length > 0 && (
        <ul className="overflow-hidden rounded-control border border-line">
          {differences.map((one) => (
            <DifferenceRow
              key={one.key}
              difference={one}
              isChosen={one.obstacle === null && !left.has(one.key)}
              onToggle={() => toggle(one.key)}
            />
          ))}
        </ul>
      )}
      {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
      <div className="flex flex-wrap gap-2">
        {usable.length > 0 && (
          <Button variant="primary" busy={isBusy} disabled={chosen.length === 0} onClick={() => void apply()}>
            {t('installation.applyChanges', { count: chosen.length })}
          </Button>
        )}
        <Button onClick={onDone}>{t('installation.leaveTheFile')}</Button>
      </div>
    </section>
  )
}

interface DifferenceRowProps {
  difference: Difference
  isChosen: boolean
  onToggle: () => void
}

function DifferenceRow({ difference: { key, now, file, obstacle }, isChosen, onToggle }: DifferenceRowProps) {
  const label = isSettingKey(key) ? labelOf(key) : key
  return (
    <li className="grid gap-1.5 border-b border-line px-3 py-2.5 text-13 last:border-b-0">
      {obstacle === null ? (
        <label className="flex items-center gap-2.5 font-[550] max-md:min-h-11">
          <input type="checkbox" checked={isChosen} onChange={onToggle} className="size-4 accent-action" />
          {label}
        </label>
      ) : (
        <p className="flex flex-wrap items-center gap-2 font-[550] wrap-anywhere">
          {label}
          <Badge tone="warn" icon={WarningIcon} className="h-auto min-h-[22px] whitespace-normal">
            {t('installation.isLeftOut')}
          </Badge>
        </p>
      )}
      {isSettingKey(key) && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 wrap-anywhere">
          <Fact name={t('installation.now')}>
            <ChangedValue settingKey={key} value={now} />
          </Fact>
          <Fact name={t('installation.inTheFile')}>
            <ChangedValue settingKey={key} value={file} />
          </Fact>
        </dl>
      )}
      {obstacle !== null && <p className="text-text-2">{faultSentence(label, obstacle)}.</p>}
    </li>
  )
}

/** What the server refused, each with its label. */
function wordsOf(error: ApiError, sent: readonly Known[]): string {
  if (error.errors.length === 0) return error.message
  const words = error.errors.map(({ path, message }) => {
    const key = sent[Number(/^body\.changes\.(\d+)/.exec(path)?.[1])]?.key ?? path.replace(/^settings\./, '')
    return `${faultSentence(isSettingKey(key) ? labelOf(key) : key, message)}.`
  })
  return words.join(' ')
}
