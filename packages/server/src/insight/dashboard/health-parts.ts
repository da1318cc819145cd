import type { Webhooks } from '../../alarms/area.ts'
import type { Platform } from '../../engine/area.ts'
import type { Telemetry } from '../../monitoring/area.ts'
import type { DatabaseProbe } from '../../platform/database-probe.ts'
import type { Mail } from '../../platform/mail.ts'
import { sentence } from '../../platform/sentence.ts'
import { AlertNotices } from '../alerts/alert-notices.ts'
import { forgetOldAlerts } from '../alerts/alert-rows.ts'
import { AlertWatch } from '../alerts/alert-watch.ts'
import { everyMsOf } from '../backups/backup-schedule.ts'
import { HealthSampler } from '../health-store/health-sampler.ts'
import { HealthStore } from '../health-store/health-store.ts'
import { dashboardHandlers } from './dashboard.actions.ts'

const DAY_MS = 86_400_000
const JUDGE_MS = 15_000

interface Uses {
  telemetry: Telemetry
  probe: DatabaseProbe
  mail: Mail
  webhooks: Webhooks
}

/** How the installation is: what servers store of themselves, the screen that shows it, and alerts. */
export function healthParts({ config, copy, database, faults, log, metrics, settings }: Platform, uses: Uses) {
  const { telemetry, probe, mail, webhooks } = uses
  const { dataDir, mqttTls, diskMinFreeBytes: minFreeBytes, health, publicUrl, productTitle } = config
  const { nodeName } = health
  const db = database.system
  const store = new HealthStore(db)
  const sampler = new HealthSampler({ db, store, metrics, nodeName, telemetry, probe, faults, log })
  const backups = {
    everyMs: () => everyMsOf(settings.read('backup.schedule')),
    hasDrills: () => settings.read('backup.drill') === 'weekly',
  }
  const notices = new AlertNotices({ mail, webhooks, publicUrl, productTitle })
  const watch = new AlertWatch({ db, notices, dataDir, mqttTls, nodeName, minFreeBytes, backups })
  return {
    handlers: dashboardHandlers({ database, config, mail, backups, copy }),
    services: [sampler],
    jobs: [
      { name: sentence`Judge the health of the installation`, everyMs: JUDGE_MS, run: () => watch.run() },
      {
        name: sentence`Forget servers that are gone`,
        everyMs: DAY_MS,
        run: async () => {
          await store.forgetOld()
          await forgetOldAlerts(db)
        },
      },
    ],
  }
}
