import type { JobMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId } from 'react'
import { declared } from '../../../resource/registry.ts'
import { useChoices } from '../../../resource/use-choices.ts'
import { DEFAULT_CURRENCY } from './answers.ts'
import { answerInput, NumberAnswer } from './number-answer.tsx'
import { Choice, Question } from './question.tsx'
import type { ConfiguratorAddress } from './use-configurator-address.ts'

const supplies = [
  [230, 1],
  [120, 1],
  [200, 3],
  [208, 3],
  [230, 3],
  [400, 3],
  [415, 3],
  [480, 3],
  [600, 3],
] as const

/** Of what, with which supply, and how it is cleaned. */
export function SiteQuestion({ address: { answers, change } }: { address: ConfiguratorAddress }) {
  const known = useChoices({ resource: declared('packagingMaterial'), by: 'code' }).options
  // An address may name one that is not among them.
  const asked = { value: answers.material, label: answers.material }
  const isListed = asked.value === '' || known.some(({ value }) => value === asked.value)
  const materials = isListed ? known : [...known, asked]
  const { voltage, phases } = answers
  const supply = voltage === null ? '' : `${voltage}/${phases ?? ''}`
  const knownSupplies = supplies.map(([volts, count]) => ({
    value: `${volts}/${count}`,
    label: t('configurator.supply', { volts, phases: count }),
  }))
  const other =
    supply === '' || knownSupplies.some(({ value }) => value === supply)
      ? []
      : [{ value: supply, label: t('configurator.volts', { volts: String(voltage) }) }]
  return (
    <Question title={t('configurator.productAndSite')}>
      <div className="grid gap-2">
        <Choice
          label={t('configurator.material')}
          value={answers.material}
          options={[
            { value: '', label: t('configurator.anyMaterial') },
            ...materials.map(({ value, label }) => ({ value, label })),
          ]}
          onChange={(material) => change({ material })}
        />
        <Choice
          label={t('configurator.siteVoltage')}
          value={supply}
          options={[{ value: '', label: t('configurator.anyVoltage') }, ...knownSupplies, ...other]}
          onChange={(value) => {
            const [volts = '', count = ''] = value.split('/')
            change({ voltage: volts === '' ? null : Number(volts), phases: count === '' ? null : Number(count) })
          }}
        />
        <label className="flex items-center gap-2 text-13 max-md:min-h-11">
          <input
            type="checkbox"
            checked={answers.washDown}
            onChange={(event) => change({ washDown: event.target.checked })}
            className="size-4 accent-action"
          />
          {t('configurator.washDown')}
        </label>
      </div>
    </Question>
  )
}

interface LimitsProps {
  address: ConfiguratorAddress
  machines: readonly JobMachine[]
  showsPrices: boolean
}

/** What it may cost, and by when it has to be there. */
export function LimitsQuestion({ address, machines, showsPrices }: LimitsProps) {
  const { answers, type, change, endTyping } = address
  const currencies = [
    ...new Set([answers.currency, DEFAULT_CURRENCY, ...machines.flatMap(({ currency }) => currency ?? [])]),
  ]
  const dateId = useId()
  return (
    <Question title={t('configurator.budgetAndTime')}>
      <div className="grid grid-cols-2 items-end gap-2">
        {showsPrices && (
          <>
            <NumberAnswer
              label={t('configurator.atMost')}
              placeholder={t('configurator.noLimit')}
              value={answers.budget === '' ? null : Number(answers.budget)}
              least={0}
              most={9_999_999}
              onType={(budget) => type({ budget: budget === null ? '' : String(budget) })}
              onEnd={endTyping}
            />
            <Choice
              label={t('configurator.currency')}
              value={answers.currency}
              options={currencies.map((value) => ({ value, label: value }))}
              onChange={(currency) => change({ currency })}
            />
          </>
        )}
        <div className="col-span-2 grid gap-1">
          <label htmlFor={dateId} className="text-12 font-[550] text-text-2">
            {t('configurator.deliveredBy')}
          </label>
          <input
            id={dateId}
            type="date"
            value={answers.date}
            onChange={(event) => type({ date: event.target.value })}
            onBlur={endTyping}
            className={answerInput}
          />
        </div>
      </div>
    </Question>
  )
}
