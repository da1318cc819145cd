import type { JobMachine, RevisionOption } from '@packhouse/contract'
import type { Configuration, Swap } from '@packhouse/contract/configurator'
import { t } from '@packhouse/messages'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { neededOptions } from './changes.ts'
import { type Configured, click, takenOptions } from './configuration.ts'
import { NumberQuestion } from './number-question.tsx'
import { choiceNames, namesOf } from './option-reason.ts'
import { OptionRow } from './option-row.tsx'
import { type OptionQuestion, type OptionSection, sectionsOf } from './option-sections.ts'
import { RangeQuestion } from './range-question.tsx'
import type { OptionsState } from './use-options.ts'

export interface OptionListProps {
  options: OptionsState
  configured: Configured
  shown: JobMachine | undefined
  showsPrices: boolean
}

/** All options by question: one stop of the Tab key, arrows move, Space sets. */
export function OptionList({ options, configured, shown, showsPrices }: OptionListProps) {
  const { content, states } = configured
  const sections = useMemo(() => sectionsOf(content, t('configurator.otherOptions')), [content])
  const names = useMemo(() => namesOf(content), [content])
  const needed = new Set(shown === undefined ? [] : neededOptions(shown).map(({ optionId }) => optionId))
  const place = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<string>()
  const stops = sections.flatMap(({ questions }) => questions.flatMap(stopsOf))
  const tabStop = at !== undefined && stops.includes(at) ? at : stops[0]
  const onKey = (event: KeyboardEvent) => moveFocus(event, place.current, stops, tabStop)
  const choose = (option: RevisionOption) => {
    const next = options.solver && click(options.solver, configured, option.id)
    if (next) options.go(next)
  }
  const swap = (option: RevisionOption, one: Swap) => {
    const before: Configuration = configured.configuration
    options.go(one.configuration)
    setAt(option.id)
    place.current?.querySelector<HTMLElement>(`[data-option="${option.id}"]`)?.focus()
    const values = { option: option.name, names: choiceNames(one.givesUp, names) }
    showToast({
      message:
        one.givesUp.length === 0 ? t('configurator.taken', { option: option.name }) : t('configurator.swapped', values),
      action: { label: t('configurator.undo'), run: () => options.go(before) },
    })
  }
  const question = (one: OptionQuestion) => {
    if (one.group.inputKind === 'number')
      return (
        <NumberQuestion
          key={one.group.id}
          question={one}
          options={options}
          names={names}
          showsPrices={showsPrices}
          isTabStop={tabStop === one.options[0]?.id}
          onClick={choose}
          onSwap={swap}
          onFocus={() => setAt(one.options[0]?.id)}
        />
      )
    if (one.group.inputKind === 'range')
      return one.options.map((option) => (
        <RangeQuestion
          key={option.id}
          option={option}
          unit={one.group.unit ?? ''}
          options={options}
          configured={configured}
          names={names}
          showsPrices={showsPrices}
          isTabStop={tabStop === option.id}
          onSwap={(change) => swap(option, change)}
          onFocus={() => setAt(option.id)}
        />
      ))
    return one.options.map((option) => (
      <OptionRow
        key={option.id}
        option={option}
        state={states?.states.get(option.id) ?? 'free'}
        currency={content.machine.currency}
        kind={one.group.inputKind === 'choice' ? 'radio' : 'checkbox'}
        known={options.reasons.get(option.id)}
        names={names}
        isNeeded={needed.has(option.id)}
        showsPrices={showsPrices}
        isTabStop={tabStop === option.id}
        onClick={() => choose(option)}
        onSwap={(one) => swap(option, one)}
        onFocus={() => setAt(option.id)}
      />
    ))
  }
  if (sections.length === 0) return <EmptyState title={t('configurator.noOptions')} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the options in it
    <div ref={place} onKeyDown={onKey} className="min-h-0 flex-1 overflow-y-auto">
      {sections.map((section) => (
        <Section key={section.key} section={section} configured={configured}>
          {section.questions.map(question)}
        </Section>
      ))}
    </div>
  )
}

function Section({
  section,
  configured,
  children,
}: {
  section: OptionSection
  configured: Configured
  children: ReactNode
}) {
  const all = new Set(takenOptions(configured).map(({ id }) => id))
  const taken = section.questions.flatMap((one) => one.options).filter(({ id }) => all.has(id)).length
  const count = section.questions.flatMap((one) => one.options).length
  const isOpen = section.questions.some(({ group }) => configured.states?.openGroups.includes(group.id))
  const id = `options-${section.key.replaceAll(/\W/g, '-')}`
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name
    <div
      role={section.isChoice && !section.isRange ? 'radiogroup' : 'group'}
      aria-labelledby={id}
      className="border-b border-line px-[18px] pt-3 pb-3.5 last:border-b-0"
    >
      <h3 className="mb-1 flex justify-between gap-3">
        <span id={id}>{section.title}</span>
        <small className={`text-12 font-normal ${isOpen ? 'text-warn' : 'text-text-3'}`}>
          {section.isRange
            ? t('configurator.chooseNumber')
            : section.isChoice
              ? t('configurator.chooseOne')
              : t('configurator.ofCount', { taken, count })}
        </small>
      </h3>
      {children}
    </div>
  )
}

/** A number is one stop of the arrows, whatever numbers there are. */
function stopsOf({ group, options }: OptionQuestion): string[] {
  const ids = options.map(({ id }) => id)
  return group.inputKind === 'number' ? ids.slice(0, 1) : ids
}

function moveFocus(
  event: KeyboardEvent,
  place: HTMLElement | null,
  stops: readonly string[],
  tabStop: string | undefined,
) {
  const target = event.target instanceof HTMLElement ? event.target : null
  const from = stops.indexOf(target?.dataset.option ?? tabStop ?? '')
  const last = stops.length - 1
  const places: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(last, from + 1),
    ArrowUp: Math.max(0, from - 1),
    Home: 0,
    End: last,
  }
  const to = places[event.key]
  const isInText = target instanceof HTMLInputElement && (event.key === 'Home' || event.key === 'End')
  if (to === undefined || isInText || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  place?.querySelector<HTMLElement>(`[data-option="${stops[to]}"]`)?.focus()
}
