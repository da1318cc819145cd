import type { MachinePromises, PromiseReportData, PromiseResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { DrawnImages } from '../../engine/pictures/drawn-images.ts'
import { findMachine, scopeOf } from '../../monitoring/area.ts'
import { clock } from '../../platform/clock.ts'
import { readActual, readTestPhotos, weeksUntil } from '../../promises/area.ts'
import type { DocumentSource } from './document-source.ts'
import { type FactParts, readNameplate } from './machine-report/read-facts.ts'
import { drawReportPhotos, reportedTests } from './promise-report/report-photos.ts'
import { reportedPromise } from './promise-report/reported-promise.ts'

interface ReportParts extends FactParts {
  images: DrawnImages
}

/** What was promised of a machine and what it does, by the function that serves its page. */
export function promiseReportSource({ database, telemetry, images }: ReportParts): DocumentSource<'promiseReport'> {
  return {
    words: promiseReportWords,
    async read({ principal, id, parameters, written }) {
      const machine = findMachine(telemetry, principal, id)
      const weeks = weeksUntil(clock.now(), Number(parameters.weeks))
      const actual = await readActual(database, telemetry, scopeOf(principal), machine, weeks)
      const { customer, model, serial } = await readNameplate(database.system, machine.entry.key)
      const tests = reportedTests(actual, written)
      // Files are seen by whoever may read acceptance tests; a customer sees what was measured.
      const photos = principal.permissions.has('acceptanceTest.read')
        ? await database.inScope(scopeOf(principal), (db) => readTestPhotos(db, [...tests.keys()]))
        : []
      const atSite = { tests, written: written.inZone(machine.entry.timeZone) }
      const shown = await drawReportPhotos(images, photos, atSite)
      return {
        data: {
          machineID: actual.machineID,
          description: actual.description,
          ...{ customer, model, serial },
          from: written.day(actual.from),
          to: written.day(actual.to),
          counts: countsOf(actual),
          promises: actual.promises.map((promise) => reportedPromise(promise, written)),
          ...shown.data,
        },
        title: t('promises.reportOf', { machine: actual.machineID }),
        number: null,
        fileName: `promises-${actual.machineID}-${actual.to}`,
        files: shown.files,
      }
    },
  }
}

function countsOf({ promises }: MachinePromises): PromiseReportData['counts'] {
  const count = (result: PromiseResult) => promises.filter((promise) => promise.result === result).length
  return t('promises.counts', {
    kept: count('kept'),
    missed: count('missed'),
    open: count('notMeasured'),
    other: count('notComparable'),
  })
}

function promiseReportWords(): Record<string, string> {
  return {
    title: t('promises.promiseAndActual'),
    customer: t('machineReport.customer'),
    model: t('publicPage.model'),
    serial: t('publicPage.serial'),
    period: t('machineReport.period'),
    everyPromise: t('promises.everyPromise'),
    nothingPromised: t('promises.nothingPromised'),
    howItIsMeasured: t('promises.howItIsMeasured'),
    promise: t('promises.promise'),
    writtenIn: t('promises.writtenIn'),
    promised: t('promises.promised'),
    promisedOn: t('promises.promisedOn'),
    conditions: t('promises.conditions'),
    live: t('promises.live'),
    difference: t('promises.difference'),
    result: t('promises.result'),
    tests: t('promises.acceptanceTests'),
    photos: t('promises.photosOfTests'),
    test: t('promises.test'),
    testedOn: t('promises.testedOn'),
    basis: t('promises.basis'),
    measured: t('promises.measured'),
    outcome: t('promises.outcome'),
    byWeek: t('promises.speedByWeek'),
    medianAndSpan: t('promises.medianAndSpan'),
    week: t('promises.week'),
    median: t('promises.median'),
    p10: t('promises.slowestTenth'),
    p90: t('promises.fastestTenth'),
    hours: t('promises.hours'),
    part: t('service.part'),
    share: t('promises.difference'),
    total: t('machineReport.total'),
  }
}
