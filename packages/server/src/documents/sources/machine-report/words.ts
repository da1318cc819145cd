import { t } from '@packhouse/messages'

/** The words of the template, by name. */
export function machineReportWords(): Record<string, string> {
  return {
    customer: t('machineReport.customer'),
    location: t('machineReport.location'),
    model: t('publicPage.model'),
    serial: t('publicPage.serial'),
    commissioned: t('publicPage.commissioned'),
    designSpeed: t('machineReport.designSpeed'),
    period: t('machineReport.period'),
    oee: t('service.oee'),
    availability: t('service.availability'),
    performance: t('service.performance'),
    quality: t('service.quality'),
    utilization: t('service.utilization'),
    plannedProduction: t('machineReport.plannedProduction'),
    cycles: t('service.cycles'),
    good: t('machineReport.good'),
    rejects: t('machineReport.rejects'),
    whereTheTimeWent: t('service.whereTheTimeWent'),
    part: t('service.part'),
    time: t('machineReport.time'),
    share: t('service.share'),
    total: t('machineReport.total'),
    reasons: t('machineReport.reasons'),
    reason: t('alarms.reason'),
    kind: t('machineReport.kind'),
    noReasons: t('machineReport.noReasons'),
    states: t('machineReport.states'),
    state: t('machineReport.state'),
    temperature: t('monitoring.temperature'),
    alarms: t('alarms.alarms'),
    started: t('alarms.since'),
    lasted: t('alarms.lasted'),
    severity: t('alarms.severity'),
    alarm: t('alarms.alarm'),
    noAlarms: t('machineReport.noAlarms'),
    stops: t('service.stops'),
    noStops: t('machineReport.noStops'),
    service: t('service.service'),
    due: t('service.nextDue'),
    left: t('machineReport.left'),
    status: t('machineReport.status'),
    plan: t('service.plan'),
    noPlans: t('service.thisMachineHasNoServicePlan'),
    done: t('machineReport.done'),
    what: t('service.whatWasDone'),
    by: t('machineReport.by'),
    noRecords: t('machineReport.noRecords'),
    lastServices: t('machineReport.lastServices'),
  }
}

/** Those of the report of a customer. */
export function customerReportWords(): Record<string, string> {
  return {
    ...machineReportWords(),
    machine: t('alarms.machine'),
    summary: t('customerReport.summary'),
    overview: t('customerReport.overview'),
    noMachines: t('customerReport.noMachines'),
  }
}
