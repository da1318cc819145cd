import { foldCase, type MachineStops, type StopReason, stopKinds } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import type { SiteClock } from '../../lib/format/site-clock.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { middleOf, momentWithin, partKey, type StopEntry } from './stop-entries.ts'
import { kindWords } from './words.ts'

export interface ReasonChooserProps {
  entries: readonly StopEntry[]
  reasons: MachineStops['reasons']
  clock: SiteClock
  busy: boolean
  onAssign: (reasonId: string | null, note: string | null) => void
  /** @param at ISO time at which the only chosen part is split */
  onSplit: (at: string) => void
  onClear: () => void
}

/** The reasons as buttons, branch by branch: a press assigns the reason to the chosen stops. */
export function ReasonChooser({ entries, reasons, clock, busy, onAssign, onSplit, onClear }: ReasonChooserProps) {
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Below a long list it is easy to miss.
    head.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const [first] = entries
  const only = entries.length === 1 ? first : undefined
  // Typed text stays when another stop is selected too; the note of one stop does not apply to the others.
  const [typed, setTyped] = useState<string>()
  const note = typed ?? only?.note ?? ''
  const usable = reasons.filter(({ active, kind }) => active && stopKinds.some((one) => one === kind))
  const parents = new Set(usable.map(({ parentId }) => parentId))
  // A branch is named by its leaves; one without any is a reason itself.
  const branches = usable.filter(({ id, parentId }) => parents.has(id) || !usable.some((one) => one.id === parentId))
  const assign = (id: string | null) => onAssign(id, note.trim() === '' ? null : note.trim())
  return (
    <section aria-label={t('service.whyItStoodStill')} className="border-t border-line-2 bg-surface-2 px-4 py-3">
      <div ref={head} className="mb-3 flex scroll-mb-36 flex-wrap items-center gap-2">
        <b className="font-semibold" role="status">
          {t('service.stopsChosen', { count: entries.length })}
        </b>
        {entries.some(({ reasonId }) => reasonId !== null) && (
          <Button size="dense" busy={busy} onClick={() => onAssign(null, null)}>
            {t('service.takeTheReasonBack')}
          </Button>
        )}
        <Button size="dense" variant="quiet" className="ms-auto" onClick={onClear}>
          {t('general.cancel')}
        </Button>
      </div>
      <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-4">
        {branches.map((branch) => (
          <fieldset key={branch.id} className="min-w-0">
            <legend className="mb-1.5 text-12 font-[550] text-text-2">{branchWords(branch)}</legend>
            <div className="flex flex-wrap gap-1.5">
              {[...usable.filter(({ parentId }) => parentId === branch.id), branch]
                .filter(({ id }) => !parents.has(id) || id === branch.id)
                .map(({ id, name }) => (
                  <Button
                    key={id}
                    size="dense"
                    busy={busy}
                    aria-pressed={entries.every(({ reasonId }) => reasonId === id)}
                    className="h-auto min-h-[30px] max-w-full py-1 text-start whitespace-normal max-md:min-h-11"
                    onClick={() => assign(id)}
                  >
                    {id === branch.id && parents.has(id) ? t('service.other') : name}
                  </Button>
                ))}
            </div>
          </fieldset>
        ))}
      </div>
      <div className="mt-3 grid items-start gap-3 md:grid-cols-2">
        <TextField
          label={t('service.noteOptionalGoesWithTheReason')}
          value={note}
          maxLength={1_000}
          onChange={(event) => setTyped(event.target.value)}
        />
        {only && <SplitField key={partKey(only)} entry={only} clock={clock} busy={busy} onSplit={onSplit} />}
      </div>
    </section>
  )
}

interface SplitFieldProps {
  entry: StopEntry
  clock: SiteClock
  busy: boolean
  onSplit: (at: string) => void
}

/** A branch by its name, with its kind where the name is not the kind itself. */
function branchWords({ name, kind }: StopReason): string {
  const isKind = [kind, kindWords[kind]].some((word) => foldCase(word) === foldCase(name))
  return isKind ? name : t('service.reasonOfKind', { name, kind: kindWords[kind] })
}

/** Splits a stop at a time of day, so that each part has its own reason. */
function SplitField({ entry, clock, busy, onSplit }: SplitFieldProps) {
  const [time, setTime] = useState(() => clock.timeOfDay(middleOf(entry)))
  const [error, setError] = useState<string>()
  const split = () => {
    const at = time === '' ? undefined : momentWithin(entry, time, clock)
    if (at !== undefined) return onSplit(at)
    const [from, to] = [entry.from, entry.to].map((end) => clock.timeFull(Date.parse(end)))
    setError(t('service.enterATimeBetweenAnd', { from, to }))
  }
  return (
    <div className="flex items-start gap-2">
      <div className="flex-1">
        <TextField
          label={t('service.orSplitItAt')}
          type="time"
          step={1}
          value={time}
          {...(error === undefined ? {} : { error })}
          onChange={(event) => {
            setTime(event.target.value)
            setError(undefined)
          }}
        />
      </div>
      <Button className="mt-[21px]" busy={busy} onClick={split}>
        {t('service.split')}
      </Button>
    </div>
  )
}
