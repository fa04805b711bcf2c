import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { StatusPageEdited, StatusPageHost } from '../../../api-types.ts'
import { ApiError, client } from '../../../api.ts'
import { errorText } from '../../../error-text.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { TextField } from '../../../parts/form/field.tsx'
import { StatusWord } from '../../../parts/status-mark.tsx'
import { useCan } from '../../../session.ts'
import { toast } from '../../../toast.ts'
import { useAccessMessages } from './messages.ts'
import { Table } from '../../../parts/table.tsx'
import { useFormSubmit } from '../../../parts/form/use-form.tsx'
import { DeleteButton } from '../../../frame/confirm/delete-button.tsx'

const checkEveryMs = 30_000

export function Hosts({ page }: { page: StatusPageEdited }) {
  const t = useAccessMessages()
  const mayChange = useCan()('admin')
  const [host, setHost] = useState('')
  const saving = useFormSubmit(async () => {
    await client.post('/status-pages/{id}/hosts', { params: { id: page.id }, body: { host } })
    setHost('')
    await invalidate('statusPage')
  })
  return (
    <Card title={t.hosts} stack>
      <p className="muted">{t.hostsHint}</p>
      {page.hosts.map((one) => (
        <HostLine key={one.host} pageId={page.id} host={one} mayChange={mayChange} />
      ))}
      {mayChange ? (
        <form className="stack" onSubmit={saving.submit} noValidate>
          {saving.summary}
          <TextField
            label={t.host}
            mono
            placeholder="status.example.com"
            value={host}
            error={saving.errors['host']}
            onChange={setHost}
          />
          <div className="actions">
            <Button type="submit" busy={saving.busy} disabled={host.trim() === ''} label={t.addHost} />
          </div>
        </form>
      ) : (
        <p className="hint">{t.hostsAdmin}</p>
      )}
    </Card>
  )
}

interface HostLineProps {
  readonly pageId: string
  readonly host: StatusPageHost
  readonly mayChange: boolean
}

function HostLine({ pageId, host: { host, verified_at, txt_name, txt_value }, mayChange }: HostLineProps) {
  const t = useAccessMessages()
  const isVerified = verified_at !== null
  const { problem, isChecking, check } = useHostCheck(pageId, host, { isActive: mayChange && !isVerified })
  const params = { id: pageId, host }
  return (
    <div className="stack">
      <div className="row wrap between">
        <span className="row wrap">
          <code>{host}</code>
          <StatusWord status={isVerified ? 'up' : 'unknown'}>{isVerified ? t.verified : t.waiting}</StatusWord>
        </span>
        {mayChange && (
          <span className="row">
            {!isVerified && <Button busy={isChecking} label={t.check} onClick={() => void check()} />}
            <DeleteButton
              as="icon"
              weight="ghost"
              way="remove"
              name={host}
              text={t.removeHostText}
              request={() => client.delete('/status-pages/{id}/hosts/{host}', { params })}
              stale={['statusPage']}
            />
          </span>
        )}
      </div>
      {isVerified ? (
        <p className="hint">{t.pointTo(host)}</p>
      ) : (
        <DnsRecords records={[recordTo(host), { type: 'TXT', name: txt_name, value: txt_value }]} />
      )}
      {problem && (
        <p className="hint" role="status">
          {t.checkFailed(problem)}
        </p>
      )}
    </div>
  )
}

/** The record that leads to this installation: an alias of its name, or its address. */
function recordTo(host: string, installation = location.hostname.replace(/^\[|\]$/g, '')): DnsRecord {
  const type = installation.includes(':') ? 'AAAA' : /^[\d.]+$/.test(installation) ? 'A' : 'CNAME'
  return { type, name: host, value: installation }
}

interface DnsRecord {
  readonly type: string
  readonly name: string
  readonly value: string
}

function DnsRecords({ records }: { records: readonly DnsRecord[] }) {
  const t = useAccessMessages()
  return (
    <>
      <p className="hint">{t.dnsText}</p>
      <Table columns={[t.dnsType, t.dnsName, t.dnsValue]} stacked className="dns-records">
        {records.map(({ type, name, value }) => (
          <tr key={type}>
            <td>{type}</td>
            <td>
              <code>{name}</code> <CopyButton text={name} label={t.copy(name)} />
            </td>
            <td>
              <code>{value}</code> <CopyButton text={value} label={t.copy(value)} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}

/** Checks the TXT record now and then, and when asked. */
function useHostCheck(id: string, host: string, { isActive }: { isActive: boolean }) {
  const t = useAccessMessages()
  const [problem, setProblem] = useState('')
  const [isChecking, setIsChecking] = useState(false)
  const check = async (): Promise<void> => {
    setIsChecking(true)
    try {
      await client.post('/status-pages/{id}/hosts/{host}/check', { params: { id, host } })
      setProblem('')
      toast({ text: t.hostVerified(host) })
      await invalidate('statusPage')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(errorText(error))
    } finally {
      setIsChecking(false)
    }
  }
  const latest = useRef(check)
  useLayoutEffect(() => {
    latest.current = check
  })
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => void latest.current(), checkEveryMs)
    return () => clearInterval(timer)
  }, [isActive])
  return { problem, isChecking, check }
}
