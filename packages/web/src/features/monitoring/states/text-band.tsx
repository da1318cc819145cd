import { t } from '@packhouse/messages'
import { useId } from 'react'
import { stateLabel } from '../../../entities/machine/state-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { ChevronDownIcon, RetryIcon } from '../../../ui/icons.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChartPatterns, chartFills } from '../machine/chart-patterns.tsx'
import { useWindow } from '../window/machine-window.ts'
import type { Reading } from '../window/reading.ts'
import { placeIn } from '../window/time-span.ts'
import { TimeSurface } from '../window/time-surface.tsx'
import { spanWords } from '../window/time-ticks.ts'
import { windowWords } from '../window/window-words.ts'
import { lengthWords } from './length-words.ts'
import type { TextSegment } from './text-segments.ts'
import type { TextBand } from './use-text-band.ts'

/** How much of the colour of text is in the tone of a segment, %: each text has one, those that follow each other differ by a line too. */
const tones = [8, 14, 20]
/** The longest stretch whose readings need no day, ms. */
const DAY = 26 * 3_600_000
/** As many texts are named to screen readers at once. */
const NAMED = 20

/** The height of the band and of its name: a choice needs room for a finger. */
export function bandHeight({ tags }: TextBand): string {
  return tags.length > 1 ? 'mb-1.5 h-7 max-md:h-11' : 'mb-1.5 h-7'
}

/** The name of the reading, or the choice of one. */
export function TextBandName({ tag, tags }: TextBand) {
  const { change } = useWindow()
  if (tags.length < 2) {
    return (
      <p aria-hidden="true" translate="no" title={tag} className="truncate leading-7 text-text-2">
        {tag}
      </p>
    )
  }
  return (
    <span className="relative block h-full">
      <select
        aria-label={t('monitoring.readingShownOverTime')}
        translate="no"
        value={tag}
        onChange={(event) => change({ text: event.target.value })}
        className="h-full w-full min-w-0 appearance-none truncate rounded-control border border-control bg-surface ps-2 pe-6 text-12 text-text hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:text-16"
      >
        {tags.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={12} className="pointer-events-none absolute top-1/2 end-2 -mt-1.5 text-text-2" />
    </span>
  )
}

/** Which text held when, read change by change. */
export function TextBandTrack({ tag, segments }: TextBand) {
  const { view, wanted, span, clock, control } = useWindow()
  const wordsId = useId()
  if (!segments) return <Skeleton className="h-full" />
  const long = span.to - span.from > DAY
  const readings = {
    count: segments.length,
    indexAt: (moment: number) => {
      const index = segments.findIndex(({ from, to }) => from <= moment && moment <= to)
      return index < 0 ? undefined : index
    },
    momentOf: (index: number) => middleOf(segments[index]),
    read: (index: number): Reading => {
      const segment = segments[index]
      if (!segment) return { title: t('monitoring.noData'), text: '' }
      return { title: segmentWords(segment), text: spanWords(segment, clock, long) }
    },
  }
  return (
    // What machines report is data, and so is the name of the reading.
    <div translate="no" className="contents">
      <TimeSurface
        label={t('monitoring.textChangeByChange', { tag })}
        name={tag}
        order={-1}
        describedBy={wordsId}
        span={span}
        readings={readings}
        control={control}
        scrolls
      >
        <Segments segments={segments} />
      </TimeSurface>
      <p id={wordsId} className="sr-only">
        {t('monitoring.textOverTime', {
          tag,
          window: windowWords(view, wanted, clock),
          texts: segments.slice(-NAMED).map(segmentWords).join(', '),
        })}
      </p>
    </div>
  )
}

function Segments({ segments }: { segments: readonly TextSegment[] }) {
  const { span } = useWindow()
  const texts = [...new Set(segments.flatMap(({ text }) => text ?? []))]
  const id = useId()
  const placeOf = ({ from, to }: TextSegment) => {
    const left = Math.max(0, placeIn(span, from))
    return { left, width: Math.max(0.0015, Math.min(1, placeIn(span, to)) - left) }
  }
  return (
    <div aria-hidden="true" className="relative h-full overflow-hidden">
      <svg width="100%" height="100%" aria-hidden="true" className="absolute inset-0 stroke-unk">
        <ChartPatterns id={id} />
        {segments.map((segment) => {
          if (segment.text !== null) return null
          const { left, width } = placeOf(segment)
          const fill = chartFills(id).unknown
          return <rect key={segment.from} x={percent(left)} width={percent(width)} height="100%" fill={fill} />
        })}
      </svg>
      {segments.map((segment) => {
        const { text, from } = segment
        if (text === null) return null
        const { left, width } = placeOf(segment)
        const tone = tones[texts.indexOf(text) % tones.length]
        return (
          <div
            key={from}
            className="@container absolute inset-y-0 grid content-center border-e border-surface"
            style={{
              left: percent(left),
              width: percent(width),
              background: `color-mix(in srgb, var(--text) ${tone}%, var(--surface))`,
            }}
          >
            <span className="hidden truncate px-1.5 text-text @min-[3rem]:block">{text}</span>
          </div>
        )
      })}
    </div>
  )
}

const percent = (share: number) => `${share * 100}%`

/** What stands above the timeline where the band could not be loaded, or not all of it. */
export function TextBandNotice({ tag, segments, failed, truncated, retry }: TextBand) {
  if (failed) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-3 text-text-2">
        <p>{t('ui.couldNotBeLoadedTheOther', { what: tag })}</p>
        <Button size="dense" onClick={retry}>
          <RetryIcon /> {t('general.tryAgain')}
        </Button>
      </div>
    )
  }
  if (!truncated || !segments) return null
  return <p className="px-4 pb-2 text-12 text-text-2">{t('monitoring.onlyNewestTexts', { tag })}</p>
}

function middleOf(segment: TextSegment | undefined): number {
  return segment ? (segment.from + segment.to) / 2 : 0
}

function segmentWords({ text, from, to }: TextSegment): string {
  return t('monitoring.stateLasting', { state: text ?? stateLabel('Unknown'), length: lengthWords(to - from) })
}
