import { type DataSheet, dataUsers, dataWays, type SheetData } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Written } from '../../written.ts'

const MEGABYTE = 1_000_000

/** A data sheet as documents write it. @param model what it is called where the sheet has no model */
export function sheetDataOf(sheet: DataSheet, model: string, written: Written): SheetData {
  const { values, amount, keeps } = sheet
  const days = (count: number) => t('dataSheet.days', { count })
  const bytes = Math.max(1, Math.round(amount.bytesPerMonth / MEGABYTE))
  return {
    model: sheet.model ?? model,
    type: sheet.type,
    values: values.map(({ name, kind, unit }) => ({ name, kind: t(`dataSheet.kind.${kind}`), unit: unit ?? '' })),
    states: sheet.states.map((state) => t(`state.${state}`)).join(', '),
    alarms: sheet.alarms.map(({ name, severity }) => ({ name, severity: t(`alarms.${severity}`) })),
    amount: {
      records: written.number(amount.recordsPerDay),
      bytes: t('dataSheet.megabytes', { amount: written.number(bytes) }),
      basis: t(`dataSheet.basis.${amount.basis}`),
    },
    keeps: { records: days(keeps.recordsDays), minutes: days(keeps.minutesDays), hours: days(keeps.hoursDays) },
    ways: dataWays.map((way) => ({ name: t(`dataSheet.way.${way}`), about: t(`dataSheet.wayAbout.${way}`) })),
    users: dataUsers.map((user) => ({ name: t(`dataSheet.user.${user}`), about: t(`dataSheet.userAbout.${user}`) })),
  }
}

/** The words of its templates. */
export function dataSheetWords(): Record<string, string> {
  return {
    title: t('dataSheet.dataSheet'),
    about: t('dataSheet.subtitle'),
    values: t('dataSheet.values'),
    name: t('dataSheet.name'),
    kind: t('dataSheet.kindOf'),
    unit: t('dataSheet.unit'),
    states: t('dataSheet.states'),
    alarms: t('dataSheet.alarms'),
    severity: t('dataSheet.severity'),
    amount: t('dataSheet.amount'),
    recordsPerDay: t('dataSheet.recordsPerDay'),
    bytesPerMonth: t('dataSheet.perMonth'),
    basis: t('dataSheet.basisOf'),
    keeps: t('dataSheet.keeps'),
    records: t('dataSheet.records'),
    minutes: t('dataSheet.minutes'),
    hours: t('dataSheet.hours'),
    ways: t('dataSheet.ways'),
    users: t('dataSheet.users'),
  }
}
