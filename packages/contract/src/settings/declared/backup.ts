import { setting } from '../setting.ts'

const backup = { group: 'backup', reach: 'stored' } as const

/** When backups are made, and how long they stay. */
export const backupSettings = {
  'backup.schedule': setting.choice({
    ...{ ...backup, fallback: 'off' },
    label: 'Backups',
    help: 'Where they are stored is set by BACKUP_URL',
    options: { off: 'Off', daily: 'Every day', weekly: 'Every week' },
  }),
  'backup.hour': setting.number({
    ...{ ...backup, fallback: 2, min: 0, max: 23 },
    label: 'Hour of the day',
    help: 'In UTC. Every week: on Monday',
  }),
  'backup.content': setting.choice({
    ...{ ...backup, fallback: 'all' },
    label: 'Content of backups',
    help: 'History: records of machines and what was counted of them, use of the product, warnings of servers',
    options: { all: 'Everything', current: 'Without history' },
  }),
  'backup.daily': setting.number({
    ...{ ...backup, fallback: 7, min: 1, max: 366, unit: 'days' },
    label: 'Daily backups that stay',
    help: 'The newest of each day',
  }),
  'backup.weekly': setting.number({
    ...{ ...backup, fallback: 4, min: 0, max: 520, unit: 'weeks' },
    label: 'Weekly backups that stay',
    help: 'The newest of each week',
  }),
  'backup.drill': setting.choice({
    ...{ ...backup, fallback: 'weekly' },
    label: 'Restore drills',
    help: 'The newest backup is restored beside the database and compared. It needs as much room for a while',
    options: { weekly: 'Every week', off: 'Off' },
  }),
}
