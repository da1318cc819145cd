import { t } from '@packhouse/messages'

/** The words of templates of service reports. */
export function serviceReportWords(): Record<string, string> {
  return {
    title: t('documents.serviceReport'),
    machine: t('documents.machine'),
    machineID: t('documents.machineID'),
    description: t('documents.description'),
    model: t('publicPage.model'),
    supplier: t('documents.supplier'),
    serial: t('publicPage.serial'),
    commissioned: t('publicPage.commissioned'),
    customer: t('documents.customer'),
    site: t('documents.site'),
    service: t('documents.serviceDone'),
    what: t('documents.whatWasDone'),
    doneAt: t('documents.doneAt'),
    doneBy: t('documents.doneBy'),
    notes: t('documents.notes'),
    plan: t('documents.servicePlan'),
    interval: t('documents.interval'),
    before: t('documents.doneBefore'),
    due: t('documents.wasDue'),
    next: t('documents.dueNext'),
    first: t('documents.firstTime'),
    files: t('documents.files'),
    signatures: t('documents.signatures'),
    signatureOf: t('documents.signatureOf'),
    signed: t('documents.signedHash'),
    changed: t('documents.changedSinceSigned'),
    nameAndDate: t('documents.nameAndDate'),
  }
}
