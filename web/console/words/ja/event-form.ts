import type { EventFormWords } from '../en/event-form.ts'
import { number } from './counted.ts'

export const eventForm: EventFormWords = {
  newEvent: '新しいイベント',
  preview: 'プレビュー',
  repeats: '繰り返し',
  partsLabel: 'フォームの項目',
  parts: { what: '詳細', when: '日時', where: '場所', tickets: 'チケット', registration: '申し込み', seen: '公開範囲' },
  saveAsDraft: '下書き保存',
  publish: '公開',
  publishSeries: (dates) => `${number(dates)}件の日程を公開`,
  publishEndlessSeries: '日程を公開',
  moreDates: (dates) => `ほか${number(dates)}日程`,
  moreDatesAndSoOn: (dates) => `ほか${number(dates)}日程、以降も続く`,
  created: (dates) => `${number(dates)}件の日程を作成しました。`,
  first: {
    title: '最初のイベントを作成',
    lead: 'まずはタイトル、日時、場所から。ほかは後から追加できます。',
    skip: '後で作成',
  },
}
