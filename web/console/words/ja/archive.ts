import type { ArchiveWords } from '../en/archive.ts'
import { number } from './counted.ts'

export const archive: ArchiveWords = {
  title: '別の環境に移す',
  lead: 'アーカイブは、このカレンダーのすべてを含む1つのZIPファイルです。別の環境で、同じアドレス、リンク、QRコードのまま復元できます。',
  create: 'アーカイブを作成',
  list: 'アーカイブ',
  states: {
    running: (rows) => `作成中です。現在${number(rows)}行です。`,
    ready: (until) => `完成しました。${until}までダウンロードできます。`,
    failed: 'アーカイブを作成できませんでした。',
  },
  download: (size) => `${size}をダウンロード`,
  key: {
    title: 'アーカイブの鍵',
    of: 'アーカイブの鍵',
    warning:
      'この鍵を今すぐ保管してください。表示は一度だけです。鍵がないと、復元後に参加者の新しいリンクが必要になります。',
    stored: '鍵を保管しました',
  },
  restore: {
    open: 'アーカイブを復元',
    title: 'カレンダーを復元',
    lead: '別の環境のカレンダーのZIPファイルを選んでください。あなただけをメンバーとして、ここに追加します。',
    file: 'アーカイブ',
    key: 'アーカイブの鍵',
    keyHint:
      '鍵がないと、参加者には新しいリンクが必要になり、Webhookのシークレットも新しくなります。また、後のインポートでは、データを消去した人を見分けられません。',
    slug: '新しいアドレス',
    slugHint: 'アーカイブのアドレスはここで使用中です。',
    start: 'カレンダーを復元',
    uploading: (sent, whole) => `${whole}のうち${sent}を受け取りました。このウィンドウを開いたままにしてください。`,
    running: (done, parts) => `カレンダーを復元中です：${parts}個中${done}個の部分。このページは閉じてもかまいません。`,
    done: 'カレンダーを復元しました。非公開で、何も送信しません。内容を確認し、削除を取り消すと公開できます。',
    changed: 'このアーカイブは作成後に変更されています。カレンダーをよく確認してください。',
    show: 'カレンダーを表示',
    failed: 'カレンダーを復元できませんでした。追加した内容を削除しています。',
    hide: '非表示',
  },
}
