import { t } from '@packhouse/messages'
import { LINK } from '../../platform/mail.ts'
import { html } from '../../platform/pages/markup.ts'
import type { Written } from '../written.ts'
import type { DueShift } from './due-shifts.queries.ts'
import type { MachineShift, ShiftFacts } from './shift-facts.ts'

/** A report in words, for the text and for the HTML of its mail. */
interface ShiftWords {
  subject: string
  head: string[]
  machines: { name: string; address: string; facts: [name: string, value: string][] }[]
  foot: string[]
}

/** The mail of a shift in the language of its reader. @param written by the clock of the site. @param address of a machine's page */
export function shiftMail(
  shift: DueShift,
  facts: ShiftFacts,
  written: Written,
  { address, product }: { address: (machineID: string) => string; product: string },
): { subject: string; body: string; html: string } {
  const words = wordsOf(shift, facts, written, address)
  return { subject: words.subject, body: textOf(words, product), html: htmlOf(words, product) }
}

function wordsOf(shift: DueShift, facts: ShiftFacts, written: Written, address: (id: string) => string): ShiftWords {
  const { name, location, day, from, to, timeZone } = shift
  const incomplete = facts.machines.filter(({ figures }) => figures.unknownMs > 0).map(({ machineID }) => machineID)
  return {
    subject: t('shiftReport.subject', { name, location, day: written.day(day) }),
    head: [
      t('shiftReport.when', {
        ...{ name, location, zone: timeZone },
        ...{ from: written.time(from.getTime()), to: written.time(to.getTime()) },
      }),
      plannedWords(facts, written),
    ],
    machines: facts.machines.map((machine) => ({
      name: machine.machineID,
      address: address(machine.machineID),
      facts: factsOf(machine, written),
    })),
    foot: [
      ...(facts.more > 0 ? [t('shiftReport.moreMachines', { count: facts.more })] : []),
      ...(incomplete.length > 0 ? [t('shiftReport.missing', { machines: incomplete.join(', ') })] : []),
    ],
  }
}

/** All machines of a site have the same plan. */
function plannedWords({ machines: [machine] }: ShiftFacts, written: Written): string {
  if (machine === undefined) return t('shiftReport.noMachines')
  const { plannedMs, unplannedMs, lengthMs } = machine.figures
  const planned = written.length(plannedMs)
  if (unplannedMs === 0) return t('shiftReport.plannedWithoutBreak', { planned })
  const lengths = { planned, unplanned: written.length(unplannedMs), length: written.length(lengthMs) }
  return t('shiftReport.plannedAndUnplanned', lengths)
}

function factsOf({ figures, target }: MachineShift, written: Written): [string, string][] {
  const { goodCycles, oee, availability, performance, quality, runningMs, stoppedMs, plannedStopMs, unknownMs } =
    figures
  const good = goodCycles === null ? t('shiftReport.notMeasured') : written.number(goodCycles)
  const goal =
    target === null
      ? t('shiftReport.noTarget', { good })
      : t('shiftReport.goodOf', { good, target: written.number(target) })
  const facts: [string, string][] = [[t('shiftReport.good'), goal]]
  if (goodCycles !== null) {
    const parts = {
      ...{ oee: written.share(oee), availability: written.share(availability) },
      ...{ performance: written.share(performance), quality: written.share(quality) },
    }
    const words = figures.factors.includes('quality') ? t('shiftReport.oeeAndParts', parts) : withoutQuality(parts)
    facts.push([t('shiftReport.oee'), words])
    facts.push([
      t('shiftReport.time'),
      t('shiftReport.times', {
        ...{ running: written.length(runningMs), stopped: written.length(stoppedMs) },
        planned: written.length(plannedStopMs),
      }),
    ])
  }
  if (unknownMs > 0) facts.push([t('shiftReport.notHeard'), written.length(unknownMs)])
  if (figures.stops.length > 0) {
    const stops = figures.stops.map(({ from, to, reason }) => {
      const start = Date.parse(from)
      const length = written.length(Date.parse(to) - start)
      return [written.clock(start), length, reason ?? t('shiftReport.noReason')].join(', ')
    })
    facts.push([t('shiftReport.longestStops'), stops.join('; ')])
  }
  return facts
}

/** An OEE of two factors. */
function withoutQuality({ oee, availability, performance }: Record<'oee' | 'availability' | 'performance', string>) {
  return t('shiftReport.oeeWithoutQuality', { oee, availability, performance })
}

function textOf({ head, machines, foot }: ShiftWords, product: string): string {
  return [
    ...head,
    ...machines.flatMap(({ name, address, facts }) => [
      '',
      name,
      ...facts.map(([term, value]) => `  ${t('shiftReport.fact', { term, value })}`),
      `  ${address}`,
    ]),
    ...(foot.length > 0 ? ['', ...foot] : []),
    ...['', t('shiftReport.unsubscribe'), LINK, '', product],
  ].join('\n')
}

/** Tables and styles of their own, as mail programs show them. */
function htmlOf({ subject, head, machines, foot }: ShiftWords, product: string): string {
  const cell = 'padding:2px 12px 2px 0;vertical-align:top;text-align:left'
  return html`<!doctype html><html><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family:sans-serif;font-size:14px;line-height:1.45;color:#1d1d1b;background:#ffffff">
${head.map((line) => html`<p>${line}</p>\n`)}${machines.map(
  ({
    name,
    address,
    facts,
  }) => html`<h2 style="font-size:16px;margin:18px 0 4px"><a href="${address}" style="color:#1d1d1b">${name}</a></h2>
<table role="presentation" style="border-collapse:collapse">${facts.map(
    ([term, value]) =>
      html`<tr><th style="${cell};font-weight:normal;color:#5b5b57">${term}</th><td style="${cell}">${value}</td></tr>`,
  )}</table>\n`,
)}${foot.map((line) => html`<p>${line}</p>\n`)}<p style="color:#5b5b57">${t('shiftReport.unsubscribe')}<br><a href="${LINK}" style="color:#5b5b57">${LINK}</a></p>
<p style="color:#5b5b57">${product}</p></body></html>`.text
}
