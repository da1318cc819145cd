import { alarmReport } from './alarm-report.ts'
import { audit } from './audit.ts'
import { customerReport } from './customer-report.ts'
import { dataSheet } from './data-sheet.ts'
import { label } from './label.ts'
import { machineReport } from './machine-report.ts'
import { promiseReport } from './promise-report.ts'
import { orderConfirmation, quote } from './quote.ts'
import { serviceReport } from './service-report.ts'

export type { CustomerReportData } from './customer-report.ts'
export type { SheetData } from './data-sheet.ts'
export * from './document-frame.ts'
export * from './document-type.ts'
export { REPORT_MAX_DAYS } from './machine-report.ts'
export type { MachineReportData } from './machine-report-data.ts'
export type { PromiseReportData } from './promise-report.ts'
export type { QuoteData } from './quote-data.ts'

/** Every kind of document, in the order in which lists show them. A new one is named here and nowhere else in the contract. */
export const documentTypes = {
  label,
  serviceReport,
  alarmReport,
  audit,
  machineReport,
  promiseReport,
  customerReport,
  quote,
  orderConfirmation,
  dataSheet,
}

export type DocumentTypeName = keyof typeof documentTypes

/** Their names. */
export const documentTypeNames = Object.keys(documentTypes) as [DocumentTypeName, ...DocumentTypeName[]]
