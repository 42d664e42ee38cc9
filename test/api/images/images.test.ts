import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../../../src/pages/registry.ts'
import { createApp } from '../../../src/app.ts'
import { registry } from '../../../src/registry.ts'
import { sweepImages } from '../../../src/modules/images/index.ts'
import type { Env } from '../../../src/platform/env.ts'
import { QUOTAS } from '../../../src/kernel/quotas.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { setColumns } from '../../support/database.ts'
import { addMember, newCalendar, newEvent, newKey, type Calendar } from '../../support/factories.ts'
import { operatorToken, tokenFor } from '../../support/identity.ts'
import { PICTURES, sized } from '../../support/pictures.ts'

asks({
  'POST /v1/calendars/:slug/images': { scope: 'events:write' },
  'POST /calendars/:slug/images': { role: 'MANAGER' },
  'PUT /v1/calendars/:slug/images/:imageId/wide': { scope: 'events:write' },
  'PUT /calendars/:slug/images/:imageId/wide': { role: 'MANAGER' },
  'GET /v1/calendars/:slug/images': { scope: 'events:read' },
  'GET /calendars/:slug/images': { role: 'STAFF' },
  'GET /public/images/:calendarId/:file': { isOpen: true },
})

const DAY = 86_400_000
const as = 'usr_painter'
const put = ({ slug }: Calendar, body: BodyInit, type = 'image/png', by: object = { as }) =>
  send(`POST /calendars/${slug}/images`, { ...by, body, headers: { 'Content-Type': type } })
/** Requests `url` from the pages by its path, like a browser. */
const shown = async (url: string, headers = {}) =>
  createApp(registry, deps, pages).request(new URL(new URL(url).pathname, 'https://calendar.test').href, { headers })
const listed = async ({ slug }: Calendar) => (await send(`GET /calendars/${slug}/images`, { as })).body
const filesOf = async ({ id }: Calendar) =>
  (await (env as unknown as Env).FILES.list({ prefix: `images/${id}/` })).objects.map(({ key }) => key)
const latin = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')

describe('POST /calendars/:slug/images', () => {
  it('stores the image without its metadata and serves it at an immutable URL', async () => {
    const calendar = await newCalendar({ owner: as, plan: 'FREE' })
    const answer = await put(calendar, PICTURES.jpeg, 'image/jpeg')
    expect(answer.status).toBe(200)
    const { data } = answer.body
    expect(data).toEqual({
      id: expect.stringMatching(/^img_/),
      url: expect.stringMatching(new RegExp(`/images/${calendar.id}/[0-9a-f]{64}\\.jpg$`)),
      mediaType: 'image/jpeg',
      width: 12,
      height: 8,
      bytes: expect.any(Number),
      wideUrl: null,
      createdAt: expect.any(String),
    })
    const picture = await shown(data.url)
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    expect(picture.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(picture.headers.get('X-Content-Type-Options')).toBe('nosniff')
    const etag = picture.headers.get('ETag')
    const bytes = await picture.arrayBuffer()
    expect(bytes.byteLength).toBe(data.bytes)
    expect(latin(bytes)).not.toMatch(/Ada|secret-place|Exif/)
    expect((await shown(data.url, { 'If-None-Match': etag })).status).toBe(304)
    expect((await send(`GET /public/images/${calendar.id}/${'0'.repeat(64)}.jpg`)).status).toBe(404)
    expect((await shown(data.url.replace('.jpg', '.png'))).status).toBe(404)
    expect((await send(`GET /public/images/${calendar.id}/${data.url.split('/').at(-1)}`)).status).toBe(200)
  })

  it('detects the media type from the bytes, and stores equal bytes once', async () => {
    const calendar = await newCalendar({ owner: as })
    const { key } = await newKey(calendar)
    const [first, again] = [
      await put(calendar, PICTURES.webp, 'image/jpeg'),
      await send(`POST /v1/calendars/${calendar.slug}/images`, {
        key,
        body: PICTURES.webp,
        headers: { 'Content-Type': 'image/webp' },
      }),
    ]
    expect(first.body.data.mediaType).toBe('image/webp')
    expect(again.body.data).toEqual(first.body.data)
    expect(await listed(calendar)).toMatchObject({ data: [first.body.data], total: 1 })
    expect(await filesOf(calendar)).toHaveLength(1)
    const event = await newEvent(calendar, { coverUrl: first.body.data.url })
    expect(event['coverUrl']).toBe(first.body.data.url)
  })

  it('returns 422, 415 or 413 for anything but a JPEG, PNG or WebP of at most 4 MiB', async () => {
    const calendar = await newCalendar({ owner: as })
    const svg = await put(calendar, '<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect([svg.status, svg.body.code, svg.body.message]).toEqual([
      422,
      'image_unreadable',
      'The file isn’t a readable image: the format isn’t JPEG, PNG or WebP.',
    ])
    const torn = await put(calendar, PICTURES.png.slice(0, 200))
    expect([torn.status, torn.body.code]).toEqual([422, 'image_unreadable'])
    expect((await put(calendar, PICTURES.png, 'application/json')).status).toBe(415)
    const large = await put(calendar, new Uint8Array(4 * 1024 * 1024 + 1))
    expect([large.status, large.body.message]).toEqual([413, 'The request body must be at most 4096 KiB.'])
    const none = await send(`POST /calendars/${calendar.slug}/images`, { as })
    expect([none.status, none.body.code]).toEqual([422, 'image_unreadable'])
    const staff = await addMember(calendar, 'usr_images_staff', 'STAFF')
    expect((await put(calendar, PICTURES.png, 'image/png', { as: staff })).status).toBe(403)
    expect(await filesOf(calendar)).toEqual([])
  })

  it('enforces imagesPerCalendar and imagesPerDay for concurrent uploads, except for an image that was stored before', async () => {
    const calendar = await newCalendar({ owner: as })
    const under = async (quotas: object, body: Uint8Array<ArrayBuffer>) => {
      const app = appWith({ config: { ...deps.config, quotas: { ...QUOTAS, ...quotas } } })
      const headers = { Authorization: `Bearer ${await tokenFor(as)}`, 'Content-Type': 'image/png' }
      const answer = await app.request(`/api/calendars/${calendar.slug}/images`, { method: 'POST', headers, body })
      return { status: answer.status, body: await answer.json() }
    }
    const two = { imagesPerCalendar: { ...QUOTAS.imagesPerCalendar, PRO: 2 } }
    const kinds = [PICTURES.png, PICTURES.webp, PICTURES.jpeg, PICTURES.lossless]
    const answers = await Promise.all(kinds.map((body) => under(two, body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403])
    expect(await filesOf(calendar)).toHaveLength(2)
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'quota_exceeded',
      data: { quota: 'imagesPerCalendar', limit: 2, used: 2, resetsAt: null },
    })
    const kept = kinds[answers.findIndex(({ status }) => status === 200)]
    expect((await under(two, kept!)).status).toBe(200)
    const daily = await under({ imagesPerDay: { ...QUOTAS.imagesPerDay, PRO: 2 } }, PICTURES.turned)
    expect(daily).toMatchObject({
      status: 403,
      body: { data: { quota: 'imagesPerDay', limit: 2, used: 2, resetsAt: expect.stringMatching(/T00:00:00.000Z$/) } },
    })
  }, 20_000)

  it('returns 403 for an upload and 404 for an image while the calendar is suspended', async () => {
    const calendar = await newCalendar({ owner: as })
    const { data } = (await put(calendar, PICTURES.png)).body
    const suspend = async (suspended: boolean) =>
      send(`PUT /calendars/${calendar.slug}/suspension`, {
        token: await operatorToken(),
        json: { suspended, reason: 'spam' },
      })
    await suspend(true)
    expect((await shown(data.url)).status).toBe(404)
    const refused = await put(calendar, PICTURES.jpeg, 'image/jpeg')
    expect([refused.status, refused.body.code]).toEqual([403, 'calendar_suspended'])
    await suspend(false)
    expect((await shown(data.url)).status).toBe(200)
  })
})

describe('PUT /calendars/:slug/images/:imageId/wide', () => {
  let calendar: Calendar
  beforeAll(async () => {
    calendar = await newCalendar({ owner: as })
  })
  const cut = sized(PICTURES.jpeg, 1200, 630)
  const putWide = ({ slug }: Calendar, id: string, body: BodyInit = cut, type = 'image/jpeg', by: object = { as }) =>
    send(`PUT /calendars/${slug}/images/${id}/wide`, { ...by, body, headers: { 'Content-Type': type } })
  const previewOf = async (path: string) => {
    const page = await createApp(registry, deps, pages).request(`https://calendar.test${path}`)
    return /<meta property="og:image" content="([^"]*)"/.exec(await page.text())?.[1] ?? ''
  }

  it('sets a preview of 1200 × 630 for links to an event and its calendar, without changing either', async () => {
    const { data } = (await put(calendar, PICTURES.webp, 'image/webp')).body
    const event = await newEvent(calendar, { coverUrl: data.url, status: 'PUBLISHED' })
    await send(`PATCH /calendars/${calendar.slug}`, { as, json: { coverUrl: data.url } })
    const preview = await previewOf(`/e/${event['slug']}`)
    expect(preview).toBe(data.url.replace('.webp', '-wide.jpg'))
    expect(await previewOf(`/c/${calendar.slug}`)).toBe(preview)
    const before = await shown(preview)
    expect([before.status, before.headers.get('Content-Type'), before.headers.get('Cache-Control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=300',
    ])

    const answer = await putWide(calendar, data.id)
    expect([answer.status, answer.body.data]).toEqual([200, { ...data, wideUrl: preview }])
    const picture = await shown(preview)
    expect([picture.status, picture.headers.get('Content-Type'), picture.headers.get('Cache-Control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ])
    expect(picture.headers.get('ETag')).not.toBe(before.headers.get('ETag'))
    const bytes = await picture.arrayBuffer()
    expect(bytes.byteLength).toBeGreaterThan(100)
    expect(latin(bytes)).not.toMatch(/Ada|secret-place|Exif/)
    expect((await shown(data.url)).headers.get('Content-Type')).toBe('image/webp')
    expect((await listed(calendar)).data).toEqual([answer.body.data])

    const again = await putWide(calendar, data.id, sized(PICTURES.turned, 630, 1200))
    expect([again.status, again.body.data]).toEqual([200, answer.body.data])
    expect(new Uint8Array(await (await shown(preview)).arrayBuffer())).toEqual(new Uint8Array(bytes))
    const elsewhere = await newEvent(calendar, { coverUrl: 'https://pictures.example/quay.webp', status: 'PUBLISHED' })
    expect(await previewOf(`/e/${elsewhere['slug']}`)).toBe('https://pictures.example/quay.webp')
  })

  const filesOfOne = async ({ url }: { url: string }) => {
    const hash = url.split('/').at(-1)?.slice(0, 64) ?? ''
    return (await filesOf(calendar)).filter((key) => key.includes(hash))
  }

  it('returns 422, 415 or 413 for any other size or format, and 404 for an unknown image', async () => {
    const { data } = (await put(calendar, PICTURES.png)).body
    const small = await putWide(calendar, data.id, PICTURES.jpeg)
    expect([small.status, small.body.code, small.body.message]).toEqual([
      422,
      'image_unreadable',
      'The image must be a JPEG of 1200 by 630 pixels.',
    ])
    expect((await putWide(calendar, data.id, PICTURES.png)).status).toBe(422)
    expect((await putWide(calendar, data.id, cut.slice(0, 90))).status).toBe(422)
    expect((await putWide(calendar, data.id, cut, 'image/png')).status).toBe(415)
    const large = await putWide(calendar, data.id, new Uint8Array(4 * 1024 * 1024 + 1))
    expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
    expect((await putWide(calendar, 'img_none')).status).toBe(404)
    // For an unknown image, 404 takes precedence over 422 for its body.
    expect((await putWide(calendar, 'img_none', 'no picture')).status).toBe(404)
    const foreign = await newCalendar({ owner: 'usr_foreign_painter' })
    const other = await putWide(foreign, data.id, cut, 'image/jpeg', { as: foreign.owner })
    expect(other.status).toBe(404)
    expect((await listed(calendar)).data).toContainEqual(data)
    expect(await filesOfOne(data)).toHaveLength(1)
  })

  it('is deleted by the sweep along with its image, and does not return when the image is uploaded again', async () => {
    const { data } = (await put(calendar, PICTURES.png)).body
    await setColumns('images', data.id, { given_at: Date.now() - DAY - 1 })
    await putWide(calendar, data.id)
    await sweepImages(deps)
    expect(await filesOfOne(data), 'spared for another day').toHaveLength(2)
    await setColumns('images', data.id, { given_at: Date.now() - DAY - 1, sought_at: 0 })
    await sweepImages(deps)
    expect(await filesOfOne(data)).toEqual([])
    expect((await shown(data.url.replace('.png', '-wide.jpg'))).status).toBe(404)
    expect((await put(calendar, PICTURES.png)).body.data.wideUrl).toBeNull()
  })
})

describe('image sweep', () => {
  it('deletes rows and files of images unused for a day, except covers, avatars, series templates and new images', async () => {
    const calendar = await newCalendar({ owner: as })
    const [cover, avatar, template, old, fresh] = (
      await Promise.all(
        [PICTURES.png, PICTURES.webp, PICTURES.jpeg, PICTURES.turned, PICTURES.lossless].map((body) =>
          put(calendar, body),
        ),
      )
    ).map(({ body }) => body.data)
    await newEvent(calendar, { coverUrl: cover.url })
    await send(`PATCH /calendars/${calendar.slug}`, { as, json: { avatarUrl: avatar.url } })
    const weekly = {
      calendarSlug: calendar.slug,
      template: { title: 'Yoga', coverUrl: template.url },
      timezone: 'Europe/Paris',
      startAt: '2031-05-02T18:00',
      durationMinutes: 60,
      rrule: 'FREQ=WEEKLY;COUNT=2',
    }
    expect((await send('POST /series', { as, json: weekly })).status).toBe(200)
    await env.DB.prepare('update events set cover_url = null where series_id is not null').run()
    for (const { id } of [cover, avatar, template, old])
      await setColumns('images', id, { given_at: Date.now() - DAY - 1 })
    await sweepImages(deps)
    const left = (await listed(calendar)).data.map(({ id }: { id: string }) => id).toSorted()
    expect(left).toEqual([cover, avatar, template, fresh].map(({ id }) => id).toSorted())
    expect(await filesOf(calendar)).toHaveLength(4)
    expect((await shown(old.url)).status).toBe(404)
    expect(await env.DB.prepare('select count(*) as n from images where id = ?').bind(old.id).first('n')).toBe(0)
  })

  it('keeps an image available if it is uploaded again while it is being deleted', async () => {
    const calendar = await newCalendar({ owner: as })
    const first = (await put(calendar, PICTURES.png)).body.data
    await setColumns('images', first.id, { given_at: Date.now() - DAY - 1 })
    let again: { id: string; url: string } | null = null
    const files = {
      ...deps.files,
      delete: async (keys: string[]) => {
        again = (await put(calendar, PICTURES.png)).body.data
        await deps.files.delete(keys)
      },
    }
    await sweepImages({ ...deps, files })
    expect(again).not.toBeNull()
    const { id, url } = again as unknown as { id: string; url: string }
    expect([id === first.id, url]).toEqual([false, first.url])
    expect((await shown(url)).status).toBe(200)
  })

  it('deletes the remaining files after a crash, even those of a deleted calendar', async () => {
    const calendar = await newCalendar({ owner: as })
    const { id } = (await put(calendar, PICTURES.png)).body.data
    await setColumns('images', id, { given_at: Date.now() - DAY - 1 })
    expect((await send(`DELETE /calendars/${calendar.slug}`, { as })).status).toBe(200)
    const crash = { ...deps.files, delete: () => Promise.reject(new Error('gone')) }
    await expect(sweepImages({ ...deps, files: crash })).rejects.toThrow('gone')
    expect(await filesOf(calendar)).toHaveLength(1)
    await setColumns('images', id, { sought_at: 0 })
    await sweepImages(deps)
    expect(await filesOf(calendar)).toEqual([])
    expect(await env.DB.prepare('select count(*) as n from images where id = ?').bind(id).first('n')).toBe(0)
  })
})
