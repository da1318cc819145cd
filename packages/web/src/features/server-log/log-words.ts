import type { LogLevel } from '@packhouse/contract'
import { t } from '@packhouse/messages'

export const levelWords: Record<LogLevel, string> = {
  error: t('serverLog.error'),
  warning: t('serverLog.warning'),
  info: t('serverLog.info'),
  debug: t('serverLog.debug'),
}
