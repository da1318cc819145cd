import type { Benchmark, ComparedMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DASH, numberFormat } from '../../lib/format/numbers.ts'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { hoursWords, speedWords } from './figure-words.ts'

/** What machines ran and for how long they were heard: figures of other work are other figures. */
export function ConditionsPanel({ machines }: Pick<Benchmark, 'machines'>) {
  return (
    <PanelFrame title={t('benchmark.conditions')}>
      <p className="max-w-[90ch] px-4 pb-3 text-text-2">{t('benchmark.conditionsAbout')}</p>
      <ul className="grid">
        {machines.map((machine) => (
          <li
            key={machine.machineID}
            className="grid grid-cols-2 gap-x-4 gap-y-1.5 border-t border-line px-4 py-2.5 text-13 md:grid-cols-[minmax(8rem,1fr)_8rem_8rem_minmax(0,3fr)]"
          >
            <b className="font-semibold wrap-anywhere max-md:col-span-2" translate="no">
              {machine.machineID}
            </b>
            <Condition name={t('benchmark.heard')}>{hoursWords(machine.knownHours)}</Condition>
            <Condition name={t('benchmark.designSpeed')}>
              {machine.designSpeed === null ? DASH : speedWords(machine.designSpeed)}
            </Condition>
            <Recipes recipes={machine.recipes} />
          </li>
        ))}
      </ul>
    </PanelFrame>
  )
}

function Condition({ name, children }: { name: string; children: string }) {
  return (
    <span className="tabular-nums">
      <span className="block text-12 text-text-2">{name}</span>
      {children}
    </span>
  )
}

function Recipes({ recipes }: Pick<ComparedMachine, 'recipes'>) {
  return (
    <span className="max-md:col-span-2">
      <span className="block text-12 text-text-2">{t('benchmark.recipes')}</span>
      {recipes.length === 0 && t('benchmark.recipesUnknown')}
      {recipes.map(({ recipe, share, speed }) => (
        <span key={recipe} className="block wrap-anywhere">
          {t('benchmark.recipeLine', {
            recipe,
            share: numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share),
            speed: speed === null ? t('benchmark.notMeasured') : speedWords(speed),
          })}
        </span>
      ))}
    </span>
  )
}
