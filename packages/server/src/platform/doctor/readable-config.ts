import { type Config, ConfigError, environmentNames, readConfig } from '../config.ts'

export interface ReadableConfig {
  /** What the start would refuse, in its words. */
  faults: string[]
  /** The configuration without the variables that are wrong. */
  config: Config
}

/** Reads the configuration as the start does, and goes on without what is wrong, so that the rest can be examined. */
export function readableConfig(environment: NodeJS.ProcessEnv): ReadableConfig {
  const rest = { ...environment }
  const faults: string[] = []
  for (;;) {
    try {
      return { faults, config: readConfig(rest) }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const lines = error.message.split('\n')
      const named = environmentNames.filter(
        (name) => rest[name] !== undefined && new RegExp(`\\b${name}\\b`).test(error.message),
      )
      if (named.length === 0) throw error
      faults.push(...lines)
      for (const name of named) delete rest[name]
    }
  }
}
