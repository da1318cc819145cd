import type { z } from 'zod'
import { wholeNumber } from './environment-fields.ts'

/** The variables that bound the work of the configurator and of images; `docs/operations.md` explains each. */
export const libraryLimitVariables = {
  OPTION_RULES_PER_MACHINE: wholeNumber(10, 100_000, 5_000),
  OPTION_RULE_CHECK_STEPS: wholeNumber(1_000, 100_000_000, 1_000_000),
  OPTION_RULE_FINDINGS: wholeNumber(1, 1_000, 20),
  CONFIGURATION_STEPS: wholeNumber(1_000, 100_000_000, 1_000_000),
  CONFIGURATION_REASON_STEPS: wholeNumber(100, 100_000_000, 50_000),
  CONFIGURATION_REASONS: wholeNumber(1, 1_000, 50),
  LIBRARY_IMAGE_QUEUE: wholeNumber(1, 10_000, 100),
  LIBRARY_IMAGE_CACHE_MB: wholeNumber(0, 10_000, 32),
}

/** What the configurator and images may take. */
export interface LibraryLimits {
  /** Rules of one machine, with what its options require and exclude and what packaging styles do. */
  rulesPerMachine: number
  /** Decisions and contradictions of one check of the rules, and findings after which it ends. */
  checkSteps: number
  findings: number
  /** Decisions and contradictions of one configuration, and options whose reasons it gives. */
  configurationSteps: number
  /** Of which the choices of one reason may take so many, its rules as many again, and its swaps too. */
  reasonSteps: number
  reasons: number
  images: ImageLimits
}

export interface ImageLimits {
  /** Images that wait to be redrawn, with the one that is. */
  queue: number
  /** Redrawn images that stay in the memory, in bytes. */
  cacheBytes: number
}

export function libraryLimitsOf(env: z.infer<z.ZodObject<typeof libraryLimitVariables>>): LibraryLimits {
  return {
    rulesPerMachine: env.OPTION_RULES_PER_MACHINE,
    checkSteps: env.OPTION_RULE_CHECK_STEPS,
    findings: env.OPTION_RULE_FINDINGS,
    configurationSteps: env.CONFIGURATION_STEPS,
    reasonSteps: env.CONFIGURATION_REASON_STEPS,
    reasons: env.CONFIGURATION_REASONS,
    images: { queue: env.LIBRARY_IMAGE_QUEUE, cacheBytes: env.LIBRARY_IMAGE_CACHE_MB * 1024 * 1024 },
  }
}
