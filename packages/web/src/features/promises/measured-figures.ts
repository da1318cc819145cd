import type {
  AcceptanceCriterion,
  ChangedFigures,
  MachinePromises,
  OrderTests,
  PromiseDirection,
  ShownFigure,
  ShownFigures,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { figureWords } from './promise-words.ts'

/** A figure that is measured, as the form shows it: a promise of the machine by its id, or a figure of the quote before there are promises. */
export interface MeasuredFigure {
  id: string
  name: string
  figure: number
  unit: string
  /** With the conditions: drafts of earlier versions have neither. */
  direction?: PromiseDirection
  conditions?: string | null
  /** Of a figure of the quote. */
  criterion?: AcceptanceCriterion
  /** What it is now, where the reader has seen that and goes on with what was shown; null where it is gone. */
  now?: ShownFigure | null
}

export function figuresOfMachine({ promises }: MachinePromises): MeasuredFigure[] {
  return promises.map(({ id, name, direction, figure, unit, conditions }) => {
    return { id, name, direction, figure, unit, conditions }
  })
}

export function figuresOfOrder({ figures }: OrderTests): MeasuredFigure[] {
  return figures.map((criterion, place) => {
    const { name, direction, figure, unit, conditions = null } = criterion
    return { id: String(place), name, direction, figure, unit, conditions, criterion }
  })
}

/** What is sent of a figure as it was shown. */
export function shownOf({ id, criterion, now, ...figure }: MeasuredFigure): ShownFigures[number] {
  const { name, figure: value, unit, direction, conditions = null } = figure
  return {
    promiseId: criterion === undefined ? id : null,
    ...{ name, figure: value, unit },
    ...(direction !== undefined && { direction, conditions }),
    ...(now !== undefined && { now }),
  }
}

type Changed = ChangedFigures['figures'][number]

function changeOf({ figures }: ChangedFigures, measured: MeasuredFigure): Changed | undefined {
  return figures.find(({ promiseId, shown }) => {
    if (measured.criterion === undefined) return promiseId === measured.id
    const isSame = ({ name, direction, figure, unit, conditions = null }: ShownFigure) =>
      name === measured.name &&
      figure === measured.figure &&
      unit === measured.unit &&
      (direction === undefined || (direction === measured.direction && conditions === (measured.conditions ?? null)))
    return promiseId === null && isSame(shown)
  })
}

/** The figures as they are now; those that are gone are left out. */
export function presentFigures(all: readonly MeasuredFigure[], changed: ChangedFigures): MeasuredFigure[] {
  return all.flatMap((measured) => {
    const change = changeOf(changed, measured)
    if (change === undefined) return [measured]
    return change.now === null ? [] : [replaced(measured, change.now)]
  })
}

function replaced({ id, criterion }: MeasuredFigure, now: ShownFigure): MeasuredFigure {
  const { name, figure, unit, direction = 'atLeast', conditions = null } = now
  const shown = { id, name, direction, figure, unit, conditions }
  if (criterion === undefined) return shown
  const words = conditions === null ? {} : { conditions }
  return { ...shown, criterion: { kind: criterion.kind, name, direction, figure, unit, ...words } }
}

/** The figures as they were shown, with what the reader has seen of their changes. */
export function seenFigures(all: readonly MeasuredFigure[], changed: ChangedFigures): MeasuredFigure[] {
  return all.map((measured) => {
    const change = changeOf(changed, measured)
    return change === undefined ? measured : { ...measured, now: change.now }
  })
}

/** `at least 12 per min` */
export function promisedWords({ figure, unit, direction }: Omit<ShownFigure, 'name'>): string {
  const shown = figureWords(figure)
  return direction === undefined ? `${shown} ${unit}` : t('promises.figureIs', { direction, figure: shown, unit })
}

/** `Shown: at least 12 per min. Now: at least 14 per min, with two fitters.` */
export function changeWords({ shown, now }: Changed): string {
  const present = now === null ? t('promises.figureGone') : wholeWords(now)
  const isRenamed = now !== null && now.name !== shown.name
  return t('promises.shownAndNow', { shown: wholeWords(shown), now: isRenamed ? `${now.name}, ${present}` : present })
}

/** `at least 12 per min, with two fitters` */
export function wholeWords(shown: Omit<ShownFigure, 'name'>): string {
  const figure = promisedWords(shown)
  const { conditions } = shown
  return conditions ? t('promises.figureUnder', { figure, conditions }) : figure
}
