import { onCallAt, type Rota } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { useNow } from '../../../lib/format/shared-clock.ts'
import { rich } from '../../../lib/language/rich.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { Button } from '../../../ui/button.tsx'
import { useSaveRow } from '../use-save-row.ts'
import { AddRow, RowName } from './chosen-rows.tsx'
import { OverrideForm } from './override-form.tsx'

const HOUR_MS = 3_600_000
/** How far ahead the next turns are shown. */
const AHEAD_HOURS = 5 * 7 * 24
const MOST_TURNS = 4

type Parts = Pick<Rota, 'people' | 'overrides'>

/** Who is on call now and next, the people in their order, and who stands in for whom. Each change is saved at once. */
export function RotaTab({ row }: { row: ResourceRow }) {
  const rota = row as unknown as Rota
  const { people, overrides } = rota
  const [isAdding, setAdding] = useState(false)
  const { allowed, save, isSaving } = useSaveRow(declared('onCallSchedule'), row, () => setAdding(false))
  const disabled = !allowed || isSaving
  const change = (next: Partial<Parts>) => save(next)
  const move = (place: number) => {
    const moved = [...people]
    const [one] = moved.splice(place, 1)
    if (one) moved.splice(place - 1, 0, one)
    change({ people: moved })
  }
  return (
    <div className="grid gap-4 text-13">
      <NextTurns rota={rota} />
      <section aria-labelledby="rota-people" className="grid gap-2">
        <h3 id="rota-people" className="font-semibold">
          {t('escalation.peopleInTurn')}
        </h3>
        <ol className="grid">
          {people.map(({ userId }, place) => (
            <li key={userId} className="flex items-center gap-2 border-line border-b py-1.5">
              <span className="min-w-0 flex-1 truncate">
                {place + 1}. <RowName of="user" id={userId} />
              </span>
              {place > 0 && (
                <Button size="dense" variant="quiet" disabled={disabled} onClick={() => move(place)}>
                  {t('escalation.earlier')}
                </Button>
              )}
              <Button
                size="dense"
                variant="quiet"
                disabled={disabled}
                onClick={() => change({ people: people.filter((_, other) => other !== place) })}
              >
                {t('escalation.remove')}
              </Button>
            </li>
          ))}
        </ol>
        <AddRow
          of="user"
          label={t('escalation.addPerson')}
          without={people.map(({ userId }) => userId)}
          disabled={disabled}
          onAdd={(userId) => change({ people: [...people, { userId }] })}
        />
      </section>
      <section aria-labelledby="rota-overrides" className="grid gap-2">
        <h3 id="rota-overrides" className="font-semibold">
          {t('escalation.overrides')}
        </h3>
        <ul className="grid">
          {overrides.map((override, place) => (
            <li
              key={`${override.from} ${override.userId}`}
              className="flex items-center gap-2 border-line border-b py-1.5"
            >
              <span className="min-w-0 flex-1">
                <RowName of="user" id={override.userId} />
                <span className="block text-12 text-text-2">
                  <DateLabel value={override.from} mode="absolute" /> –{' '}
                  <DateLabel value={override.to} mode="absolute" />
                </span>
              </span>
              <Button
                size="dense"
                variant="quiet"
                disabled={disabled}
                onClick={() => change({ overrides: overrides.filter((_, other) => other !== place) })}
              >
                {t('escalation.remove')}
              </Button>
            </li>
          ))}
        </ul>
        {isAdding ? (
          <OverrideForm
            busy={isSaving}
            onAdd={(override) => change({ overrides: [...overrides, override] })}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <div>
            <Button disabled={disabled} onClick={() => setAdding(true)}>
              {t('escalation.addOverride')}
            </Button>
          </div>
        )}
      </section>
    </div>
  )
}

function NextTurns({ rota }: { rota: Rota }) {
  const now = useNow(60_000)
  const current = onCallAt(rota, now)
  return (
    <div className="rounded-panel border border-line bg-surface-2 p-3">
      <p className="font-[550]">
        {current === undefined
          ? t('escalation.nobodyOnCall')
          : rich('escalation.onCallNow', { name: <RowName of="user" id={current} /> })}
      </p>
      <ul className="text-text-2">
        {turnsAfter(rota, now).map(({ at, userId }) => (
          <li key={at}>
            {rich('escalation.from', { time: <DateLabel value={at} mode="absolute" /> })}{' '}
            {userId === undefined ? t('escalation.nobody') : <RowName of="user" id={userId} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The next changes, to the hour. */
function turnsAfter(rota: Rota, now: number): { at: number; userId: string | undefined }[] {
  const turns: { at: number; userId: string | undefined }[] = []
  let before = onCallAt(rota, now)
  const first = Math.ceil(now / HOUR_MS) * HOUR_MS
  for (let hour = 0; hour < AHEAD_HOURS && turns.length < MOST_TURNS; hour += 1) {
    const at = first + hour * HOUR_MS
    const userId = onCallAt(rota, at)
    if (userId !== before) turns.push({ at, userId })
    before = userId
  }
  return turns
}
