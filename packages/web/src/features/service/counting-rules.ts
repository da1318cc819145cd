import type { MachineOee, MachineStops } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { limitWords } from '../../lib/format/lengths.ts'
import { formatCount } from '../../lib/format/numbers.ts'

/** The rules of `docs/counting.md` for the numbers of these panels, with the values of the machine. */

function silenceRule({ staleAfterSeconds }: { staleAfterSeconds: number }): string {
  return t('service.aRecordCountsUntilTheNext', { limitWords: limitWords(staleAfterSeconds) })
}

export function oeeRules(oee: MachineOee): string[] {
  const measuresQuality = oee.factors.includes('quality')
  return [
    measuresQuality ? t('service.oeeIsAvailabilityPerformanceQuality') : t('service.oeeIsAvailabilityPerformance'),
    t('service.plannedProductionIsTheTimeShown'),
    t('service.availabilityIsRunningTimeAndMinor'),
    oee.designSpeed === null
      ? t('service.performanceAtDesignSpeed')
      : t('service.performanceAtSpeed', { speed: formatCount(oee.designSpeed) }),
    measuresQuality ? t('service.qualityIsGoodCyclesOfAll') : t('service.qualityIsNotMeasured'),
    t('service.utilizationIsRunningTimeOfAll'),
    t('service.aStopOfOrLessIs', { limitWords: limitWords(oee.minorStopSeconds) }),
    silenceRule(oee),
    t('service.aStepOfTheCounterIs'),
  ]
}

export function stopRules(stops: MachineStops): string[] {
  return [
    t('service.aStopIsATimeWithout', { limitWords: limitWords(stops.minorStopSeconds) }),
    t('service.shorterOnesAreMinor'),
    t('service.aStopGoesOnThroughSeveral'),
    silenceRule(stops),
    t('service.aReasonCountsWhereItLies'),
  ]
}

export function serviceRules(zone: string): string[] {
  return [
    t('service.daysAreThoseOfTheSite', { zone }),
    t('service.aPlanBeginsWithItsLast'),
    t('service.runningHoursAndCyclesCountBy'),
    t('service.theDateOfAPlanBy'),
    t('service.itIsWorkedOutOnceAn'),
  ]
}
