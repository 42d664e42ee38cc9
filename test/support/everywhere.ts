import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { env as given } from 'cloudflare:workers'
import type { Env } from '../../src/platform/env.ts'
import { deps } from './app.ts'
import { everyTable } from './database.ts'

const env = given as unknown as Env

/** Returns every row as text, with sealed answers decrypted. */
const tablesAsText = async () => {
  const found: [place: string, text: string][] = []
  for (const { name, rows } of await everyTable()) {
    for (const row of rows) {
      const sealed = row['answer_cipher']
      const opened = typeof sealed === 'string' && sealed !== '' ? await deps.vault.open(sealed) : ''
      found.push([`the table ${name}`, `${JSON.stringify(row)} ${opened}`])
    }
  }
  return found
}

const filesAsText = async () => {
  const { objects } = await env.FILES.list()
  return Promise.all(
    objects.map(async ({ key }): Promise<[string, string]> => [
      `the file ${key}`,
      await (await env.FILES.get(key))!.text(),
    ]),
  )
}

/**
 * Returns everything stored in the events' Durable Objects: SQL tables, key-value entries and WebSocket attachments.
 */
const objectsAsText = async () => {
  const found: [place: string, text: string][] = []
  for (const id of await listDurableObjectIds(env.EVENTS)) {
    await runInDurableObject(env.EVENTS.get(id), async (_, state) => {
      const tables = state.storage.sql
        .exec<{ name: string }>(
          "select name from sqlite_master where type = 'table' and name not like '\\_cf\\_%' escape '\\'",
        )
        .toArray()
      const rows = tables.flatMap(({ name }) => state.storage.sql.exec(`select * from "${name}"`).toArray())
      const sockets = state.getWebSockets().map((socket) => socket.deserializeAttachment() as unknown)
      found.push([`the object ${String(id)}`, JSON.stringify([rows, [...(await state.storage.list())], sockets])])
    })
  }
  return found
}

/** Returns the tables, files and objects that contain one of the texts. */
export const whereKept = async (texts: readonly string[]) => {
  const all = [...(await tablesAsText()), ...(await filesAsText()), ...(await objectsAsText())]
  return [
    ...new Set(
      all.flatMap(([place, text]) => {
        const folded = text.toLowerCase()
        return texts.filter((wanted) => folded.includes(wanted.toLowerCase())).map((wanted) => `${wanted} in ${place}`)
      }),
    ),
  ]
}
