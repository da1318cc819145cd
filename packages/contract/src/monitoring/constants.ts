/** Business constants of monitoring, from section 9 of the specification. Times in milliseconds unless named. */
export const MACHINE_REFRESH_MS = 30_000
export const HOME_HISTORY_HOURS = 3
export const HISTORY_DEFAULT_HOURS = 6
export const HISTORY_MAX_HOURS = 168
export const HISTORY_INTERVAL_MS = 5 * 60_000
/** One entry of a cycle-count series covers one minute. */
export const CYCLE_COUNT_INTERVAL_MS = 60_000
/** A machine is online while its newest record is not older than this, unless the machine says otherwise. */
export const STALE_AFTER_SECONDS = 60
/** A record whose time is further ahead of the server than this is refused: the device's clock is wrong. */
export const CLOCK_AHEAD_LIMIT_MS = 5 * 60_000
/** No machine is faster: a counter that goes on by more was misread, or set by hand. */
export const MAX_CYCLES_PER_MINUTE = 100_000
/** The largest payload a machine may publish, bytes. */
export const RECORD_MAX_BYTES = 64 * 1024
/** How long records, minutes and hours are retained unless a customer has its own setting, days. */
export const KEEP_RECORDS_DAYS = 400
export const KEEP_MINUTES_DAYS = 400
export const KEEP_HOURS_DAYS = 3650
export const HISTORY_MAX_POINTS = 20_000
/** One tag of many machines: the most machines of an answer, points of each and points of all, the longest stretch, and hours times machines. */
export const FLEET_HISTORY_MACHINES = 1_000
export const FLEET_HISTORY_POINTS = 500
export const FLEET_HISTORY_ALL_POINTS = 100_000
export const FLEET_HISTORY_MAX_HOURS = 6
export const FLEET_HISTORY_MACHINE_HOURS = 1_000
/** The longest stretch of which the texts of a reading are answered, days; how many of them, and how many signs of each. */
export const TEXTS_MAX_DAYS = 8
export const TEXTS_MAX = 500
export const TEXT_MAX_LENGTH = 200
/** Most text readings that are named. */
export const TEXT_TAGS_MAX = 50
export const METRICS_DEFAULT_DAYS = 7
export const METRICS_MAX_DAYS = 366
