import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'

const insert = (id: string) =>
  env.DB.prepare(
    `insert into checkins (id, calendar_id, event_id, guest_id, checked_in_at, checked_in_by, told_by, created_at)
     values (?, 'cal_1', 'evt_1', 'gst_1', 1, 'usr_1', 'mov_1', 1)`,
  )
    .bind(id)
    .run()

it('the checkins table has one current check-in per guest, and allows another after an undo', async () => {
  await insert('chk_1')
  await expect(insert('chk_2')).rejects.toThrow('UNIQUE')
  await env.DB.prepare("update checkins set undone_at = 2 where id = 'chk_1'").run()
  await insert('chk_3')
  const { results } = await env.DB.prepare('select id from checkins order by id').all()
  expect(results).toEqual([{ id: 'chk_1' }, { id: 'chk_3' }])
})
