import { t } from '@packhouse/messages'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'

/** A file on its way, or one that did not arrive. */
export interface Upload {
  file: File
  /** Why it did not arrive; undefined while it is on its way. */
  fault: string | undefined
}

/** Sends chosen files one after the other. One that fails stays, with the reason, until it is tried again or dismissed. */
export function useUploads(send: (file: File) => Promise<unknown>) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const without = (file: File) => setUploads((all) => all.filter((upload) => upload.file !== file))
  const set = (file: File, fault: string | undefined) =>
    setUploads((all) => all.map((upload) => (upload.file === file ? { file, fault } : upload)))

  async function run(file: File): Promise<boolean> {
    try {
      await send(file)
      without(file)
      return true
    } catch (error) {
      set(file, faultOf(error))
      return false
    }
  }

  /** @returns how many arrived */
  async function add(files: readonly File[]): Promise<number> {
    setUploads((all) => [...all, ...files.map((file) => ({ file, fault: undefined }))])
    let arrived = 0
    for (const file of files) if (await run(file)) arrived += 1
    return arrived
  }

  async function retry(file: File): Promise<void> {
    set(file, undefined)
    await run(file)
  }

  return { uploads, add, retry, dismiss: without }
}

function faultOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return t('resource.theServerCouldNotBeReachedOr')
}
