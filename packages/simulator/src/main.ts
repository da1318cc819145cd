import { parseCommand, usage } from './command-line.ts'
import { runFleet } from './fleet-run.ts'
import { ReplayFailed, runReplay } from './replay/replay-run.ts'
import { readSettings } from './settings.ts'
import { listenForStop } from './shutdown.ts'
import { UsageError } from './usage-error.ts'

/** Runs the command that `args` say. @throws UsageError, ReplayFailed */
async function run(args: readonly string[], environment: NodeJS.ProcessEnv, stop: AbortSignal): Promise<void> {
  const command = parseCommand(args)
  if (command.kind === 'help') return void process.stdout.write(`${usage}\n`)
  const settings = readSettings(environment)
  if (command.kind === 'fleet') return await runFleet(settings, stop)
  await runReplay(command.recording, command.pace, settings.broker, stop)
}

/** @returns the exit code */
async function main(): Promise<number> {
  try {
    await run(process.argv.slice(2), process.env, listenForStop())
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message} See --help.\n`)
      return 2
    }
    if (!(error instanceof ReplayFailed)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

// Explicitly, because an IPC channel to the parent would keep the process alive.
process.exit(await main())
