import type { NumbersWords } from '../en/numbers.ts'
import { number } from './counted.ts'

export const numbers: NumbersWords = {
  title: '統計',
  periodLabel: '期間',
  periods: { 7: '7日間', 30: '30日間', 90: '90日間', 365: '1年間' },
  empty: { title: 'この期間の記録はありません', text: '申し込みと入場が日ごとに表示されます。' },
  percent: (figure) => `${figure}%`,
  registrations: {
    figure: '申し込み',
    noneBefore: (days) => `その前の${number(days)}日間はなし`,
    grew: (percent, days) => `前の${number(days)}日間より+${percent}%`,
    shrank: (percent, days) => `前の${number(days)}日間より−${percent}%`,
    none: 'この期間の申し込みはありません',
    byDay: '日別の申し込み',
    onDays: (days, count) => `${days}：申し込み${number(count)}件`,
  },
  checkIns: {
    figure: '入場',
    below: '入場日別',
    none: 'この期間の入場はありません',
    byDay: '日別の入場',
    column: '入場',
    onDays: (days, count) => `${days}：入場${number(count)}件`,
  },
  dayColumn: '日付',
  noShows: {
    figure: '欠席',
    noneEnded: '終了したイベントはまだありません',
    outOf: (guests, events) => `終了した${number(events)}件のイベントの参加者${number(guests)}名中`,
  },
  sales: {
    figure: '純売上',
    also: (amounts) => amounts.map((amount) => `＋${amount}`).join('、'),
    byCurrency: '通貨別の売上',
    none: 'この期間の売上はありません',
    currency: '通貨',
    gross: '総売上',
    refunded: '返金額',
    net: '純売上',
  },
  byEvent: {
    title: 'イベント別',
    guests: (confirmed, checkedIn) => `${number(confirmed)}名確定、${number(checkedIn)}名入場`,
  },
}
