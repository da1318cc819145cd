import { join } from 'node:path'
import type { OPCUACertificateManager } from 'node-opcua-certificate-manager'

type Library = typeof import('node-opcua-client')

let loaded: Promise<Library> | undefined

/** Loads the OPC UA library when it is first needed: it takes a second, which no start shall pay for. */
export function loadOpcua(): Promise<Library> {
  loaded ??= import('node-opcua-client').then((library) => {
    // It prints what connections already report in clear words.
    for (const silence of [library.setDebugLogger, library.setWarningLogger, library.setErrorLogger]) {
      silence(() => undefined)
    }
    return library
  })
  return loaded
}

const managers = new Map<string, Promise<OPCUACertificateManager>>()

/**
 * Our own certificate, made when it is first needed, and the certificates of servers that were met.
 * @param dataDir the folder of the installation
 */
export function certificatesIn(dataDir: string): Promise<OPCUACertificateManager> {
  const rootFolder = join(dataDir, 'opcua')
  const found = managers.get(rootFolder) ?? makeManager(rootFolder)
  managers.set(rootFolder, found)
  found.catch(() => managers.delete(rootFolder))
  return found
}

async function makeManager(rootFolder: string): Promise<OPCUACertificateManager> {
  const { OPCUACertificateManager: Manager } = await import('node-opcua-certificate-manager')
  const manager = new Manager({ rootFolder, automaticallyAcceptUnknownCertificate: true, disableFileWatchers: true })
  await manager.initialize()
  return manager
}
