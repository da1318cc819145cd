import { t } from '@packhouse/messages'
import { formatCount, formatRate } from '../../../lib/format/numbers.ts'
import { rich } from '../../../lib/language/rich.ts'
import { workOutOutput } from './answers.ts'
import { LinkButton } from './link-button.tsx'
import { NumberAnswer } from './number-answer.tsx'
import { Question } from './question.tsx'
import type { ConfiguratorAddress } from './use-configurator-address.ts'

/** Inside length, width and height. */
export function SizeQuestion({ address: { answers, type, endTyping } }: { address: ConfiguratorAddress }) {
  const size = { least: 0.1, most: 100_000, onEnd: endTyping }
  return (
    <Question title={t('configurator.packSize')}>
      <div className="grid grid-cols-3 gap-2">
        <NumberAnswer
          {...size}
          label={t('library.dimension.length')}
          value={answers.length}
          onType={(length) => type({ length })}
        />
        <NumberAnswer
          {...size}
          label={t('library.dimension.width')}
          value={answers.width}
          onType={(width) => type({ width })}
        />
        <NumberAnswer
          {...size}
          label={t('library.dimension.height')}
          value={answers.height}
          onType={(height) => type({ height })}
        />
      </div>
    </Question>
  )
}

/** How many packs, and what a machine has to reach for them. */
export function OutputQuestion({ address }: { address: ConfiguratorAddress }) {
  const { answers, type, change, endTyping } = address
  const { perDay, withStops } = workOutOutput(answers)
  return (
    <Question title={t('configurator.output')}>
      <div className="grid grid-cols-[1.3fr_1fr_1fr] items-end gap-2">
        <NumberAnswer
          label={t('configurator.packsPerMinute')}
          value={answers.output}
          least={0.01}
          most={100_000}
          onType={(output) => type({ output })}
          onEnd={endTyping}
        />
        <NumberAnswer
          label={t('configurator.hoursADay')}
          value={answers.hours}
          least={0.1}
          most={24}
          onType={(hours) => type({ hours })}
          onEnd={endTyping}
        />
        <NumberAnswer
          label={t('configurator.runs')}
          unit="%"
          value={answers.availability}
          least={1}
          most={100}
          onType={(runs) => runs !== null && type({ availability: runs })}
          onEnd={endTyping}
        />
      </div>
      {answers.machines > 1 && (
        <p className="mt-2 flex flex-wrap items-baseline gap-x-2 text-12 text-text-2">
          {t('configurator.machinesShareIt', { count: answers.machines })}
          <LinkButton onClick={() => change({ machines: 1 })}>{t('configurator.oneMachine')}</LinkButton>
        </p>
      )}
      {withStops !== null && (
        <p className="mt-1.5 text-12 text-text-2">
          {perDay !== null && `${t('configurator.packsADay', { packs: formatCount(perDay) })} `}
          {rich('configurator.mustReach', {
            share: formatRate(answers.availability),
            speed: (
              <b className="font-semibold text-text">{t('configurator.speed', { speed: formatRate(withStops) })}</b>
            ),
          })}
        </p>
      )}
    </Question>
  )
}
