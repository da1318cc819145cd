import {
  alarmRules,
  api,
  type Draft,
  RULE_TEST_CHARTS,
  RULE_TEST_DAYS,
  RULE_TEST_MACHINES,
  RULE_TEST_SECONDS,
  type RuleTest,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { lengthWords } from '../../../lib/format/lengths.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import { errorMessage } from '../../../resource/error-messages.ts'
import { type FormValues, fromFormValues, toFormValues } from '../../../resource/form-values.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { beginningValue } from '../alarm-words.ts'
import { RuleTestChart } from './rule-test-chart.tsx'

/** What decides when a rule raises an alarm: the rest is left out of a test. */
const JUDGED = [
  'machineId',
  'configurationId',
  'customerId',
  'kind',
  'tag',
  'comparison',
  'limit',
  'deadband',
  'states',
  'silenceSeconds',
  'onDelaySeconds',
  'offDelaySeconds',
]
/** So many alarms are listed; the rest is counted. */
const LISTED = 50

/** Tests what the form holds against the last days, saved or not: when it would have raised an alarm. */
export function RuleTestPanel({ values, row }: { values: FormValues; row: ResourceRow | undefined }) {
  const draft = draftOf(values, row)
  const [tested, setTested] = useState('')
  const test = useMutation({ mutationFn: () => callApi(api.testAlarmRule, { body: draft }) })
  const outcome = useRef<HTMLDivElement>(null)
  const { data, error } = test
  // Below a long form it would appear out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each test has an outcome of its own
  useEffect(() => {
    // It returns a promise in newer browsers, which is no clean-up of an effect.
    void outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [data, error])
  const isOld = test.data !== undefined && tested !== JSON.stringify(draft)
  return (
    <section aria-label={t('alarms.test')} className="relative grid gap-3 border-t border-line pt-3.5 text-13">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          busy={test.isPending}
          onClick={() => {
            setTested(JSON.stringify(draft))
            test.mutate()
          }}
        >
          {t('alarms.testAgainst', { days: RULE_TEST_DAYS })}
        </Button>
        {isOld && <span className="text-text-2">{t('alarms.changedSinceTheTest')}</span>}
      </div>
      {(test.isError || test.data) && (
        <div ref={outcome} className="grid scroll-mb-24 gap-3">
          {test.isError && <Alert tone="bad">{errorMessage(declared('alarmRule'), test.error)}</Alert>}
          {test.data && <Outcome test={test.data} limit={limitOf(values)} />}
        </div>
      )}
    </section>
  )
}

function draftOf(values: FormValues, row: ResourceRow | undefined): Draft<typeof alarmRules> {
  const { fields } = alarmRules
  const known = row === undefined ? values : { ...toFormValues(fields, row), ...values }
  const sent = fromFormValues(fields, known)
  const judged = Object.fromEntries(JUDGED.map((name) => [name, sent[name]]))
  return { ...judged, name: t('alarms.test') } as Draft<typeof alarmRules>
}

/** As it is judged; undefined where it is no number, which a chart has no place for. */
function limitOf({ limit }: FormValues): string | undefined {
  const text = String(limit ?? '').trim()
  return text !== '' && Number.isFinite(Number(text)) ? text : undefined
}

function Outcome({ test, limit }: { test: RuleTest; limit: string | undefined }) {
  const [chosen, setChosen] = useState('')
  const most = test.tested.reduce<Tested | undefined>(
    (best, one) => (best === undefined || one.alarms > best.alarms ? one : best),
    undefined,
  )
  const shown = test.tested.find(({ machineID }) => machineID === chosen) ?? most
  if (shown === undefined) return <p role="status">{t('alarms.noMachineIsCovered')}</p>
  const alarms = test.alarms.filter(({ machineID }) => machineID === shown.machineID)
  const hasCharts = test.tested.some(({ points }) => points.length > 0)
  return (
    <>
      <p role="status" className="font-[550]">
        {t('alarms.wouldHaveFired', {
          count: test.total,
          raised: test.tested.filter(({ alarms }) => alarms > 0).length,
          machines: test.tested.length,
        })}
      </p>
      <Limits test={test} shown={shown} />
      {test.tested.length > 1 && (
        <Select
          label={t('alarms.machine')}
          options={test.tested
            .toSorted((one, other) => other.alarms - one.alarms)
            .map(({ machineID, alarms: count }) => ({
              value: machineID,
              label: t('alarms.machineWithAlarms', { machineID, count }),
            }))}
          value={shown.machineID}
          onValueChange={setChosen}
        />
      )}
      {shown.points.length > 0 ? (
        <RuleTestChart test={test} machine={shown} alarms={alarms} limit={limit} />
      ) : (
        hasCharts && <p className="text-text-2">{t('alarms.chartsOfSome', { count: RULE_TEST_CHARTS })}</p>
      )}
      {alarms.length > 0 && <AlarmTable alarms={alarms} total={shown.alarms} />}
    </>
  )
}

type Tested = RuleTest['tested'][number]

/** What was tested and what was left out, in words. */
function Limits({ test: { machines, tested }, shown }: { test: RuleTest; shown: Tested }) {
  const inPart = tested.filter(({ since }) => since !== null).length
  return (
    <div className="grid gap-1 text-text-2">
      <p>{coverageWords(machines, tested.length)}</p>
      {inPart > 0 && <p>{t('alarms.testedInPart', { count: inPart })}</p>}
      {shown.since !== null && (
        <p>
          {t('alarms.testedSince', { machineID: shown.machineID, records: shown.records })}{' '}
          <DateLabel value={shown.since} mode="absolute" />
        </p>
      )}
      {tested
        .filter(({ until }) => until !== null)
        .map(({ machineID, until, records }) => (
          <p key={machineID}>
            {t('alarms.testedUntil', { machineID, records })} <DateLabel value={until} mode="absolute" />
          </p>
        ))}
    </div>
  )
}

/** How many of the machines of the rule were tested, and what keeps a test from the others. */
function coverageWords(machines: number, tested: number): string {
  if (tested === machines) return t('alarms.testedAll', { machines })
  return tested >= RULE_TEST_MACHINES
    ? t('alarms.testedMost', { tested, machines })
    : t('alarms.testedInTime', { tested, machines, seconds: RULE_TEST_SECONDS })
}

function AlarmTable({ alarms, total }: { alarms: RuleTest['alarms']; total: number }) {
  const listed = alarms.slice(0, LISTED)
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-13">
        <caption className="sr-only">{t('alarms.whenItWouldHaveFired')}</caption>
        <thead>
          <tr className="h-[34px] border-y border-line bg-surface-2 text-12 text-text-2 [&_th]:font-[550]">
            <th scope="col" className="px-2 text-start">
              {t('alarms.since')}
            </th>
            <th scope="col" className="px-2 text-end">
              {t('alarms.lasted')}
            </th>
            <th scope="col" className="px-2 text-end">
              {t('alarms.beganWith')}
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.map(({ startedAt, clearedAt, value }) => (
            <tr key={startedAt} className="border-b border-line">
              <td className="px-2 py-1.5">
                <DateLabel value={startedAt} mode="absolute" />
              </td>
              <td className="px-2 py-1.5 text-end tabular-nums">
                {clearedAt === null
                  ? t('alarms.stillActive')
                  : lengthWords((Date.parse(clearedAt) - Date.parse(startedAt)) / 1_000)}
              </td>
              <td className="px-2 py-1.5 text-end tabular-nums">
                {value === null ? '–' : beginningValue(value, null)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > listed.length && (
        <p className="px-2 py-1.5 text-12 text-text-2">
          {t('alarms.andMore', { count: formatCount(total - listed.length) })}
        </p>
      )}
    </div>
  )
}
