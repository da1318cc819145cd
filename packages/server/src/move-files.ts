import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { copyFiles } from './platform/object-store/copy-files.ts'
import { ObjectStoreError } from './platform/object-store/object-store.ts'
import { isLocation, openObjectStore } from './platform/object-store/object-store-settings.ts'

/** `npm run files:move -- <from> <to>`: copies the contents of attached files from one place to another. What is in the first stays there. */
async function main(): Promise<void> {
  const [from, to, ...others] = process.argv.slice(2)
  if (from === undefined || to === undefined || others.length > 0) {
    throw new ConfigError(
      'Name two places: npm run files:move -- <from> <to>. A place is a folder, or s3://bucket/prefix.',
    )
  }
  const config = readConfig(process.env)
  const { copied, known } = await copyFiles(open(from, config), open(to, config))
  process.stdout.write(`Copied and compared: ${copied}. Already there: ${known}.\n`)
  process.stdout.write(
    `Set FILES_URL to ${to} for every node, and remove ${from} when you have seen that all is there.\n`,
  )
}

function open(location: string, { s3 }: Config) {
  if (!isLocation(location))
    throw new ConfigError(`${location} must be a folder, or s3://bucket or s3://bucket/prefix.`)
  if (location.startsWith('s3:') && s3.credentials === undefined) {
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set where a place is a bucket.')
  }
  return openObjectStore(location, s3)
}

main().catch((error: Error) => {
  const isForeseen = error instanceof ConfigError || error instanceof ObjectStoreError
  const words = isForeseen ? error.message : (error.stack ?? String(error))
  process.stderr.write(`Not all files were copied; run it again.\n${words}\n`)
  process.exitCode = 1
})
