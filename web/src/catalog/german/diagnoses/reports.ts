export const reports = {
  'The job hangs, never started, or cannot reach Lapwing. Check its scheduler, read its log, and try its check-in by hand.':
    'Der Job hängt, wurde nie gestartet oder erreicht Lapwing nicht. Prüfe seinen Zeitplan, lies sein Log und ' +
    'probiere seine Meldung von Hand.',
  'The job ran and reported its failure. Read its log; the data of the check-in is in the evidence.':
    'Der Job lief und meldete, dass er fehlschlug. Lies sein Log; die Daten der Meldung stehen im Nachweis.',
  'Anything but 0 usually means failure. Check what the job means by it, and read its log.':
    'Alles außer 0 bedeutet meist einen Fehler. Prüfe, was der Job damit meint, und lies sein Log.',
  'The job hangs, waits for something, or has more to do than usual. Check what it is doing before its next start.':
    'Der Job hängt, wartet auf etwas oder hat mehr zu tun als sonst. Prüfe vor seinem nächsten Start, was er tut.',
  'Check when the job starts and how long it takes; if that is fine, give the monitor a longer grace period.':
    'Prüfe, wann der Job startet und wie lange er dauert; wenn das in Ordnung ist, gib dem Monitor mehr Zeit.',
  'Check whether the job still runs and can reach Lapwing. If that is fine, change the limit.':
    'Prüfe, ob der Job noch läuft und Lapwing erreicht. Wenn das in Ordnung ist, ändere die Grenze.',
  'Check what the job had to do this time and what it waits for. A job that ends too early may have done nothing.':
    'Prüfe, was der Job diesmal zu tun hatte und worauf er wartet. Ein Job, der zu früh endet, hat vielleicht ' +
    'nichts getan.',
  'The job has started and not reported back. Check whether it still works or hangs.':
    'Der Job wurde gestartet und hat sich nicht zurückgemeldet. Prüfe, ob er noch arbeitet oder hängt.',
  'The job has not started, or has ended. Check whether its scheduler runs.':
    'Der Job wurde nicht gestartet oder ist beendet. Prüfe, ob sein Zeitplan läuft.',
  'Check whether the job runs as often as it should and whether its check-ins arrive.':
    'Prüfe, ob der Job so oft läuft, wie er sollte, und ob seine Meldungen ankommen.',
  'The job does not recover by itself. Read its log; start with the first failure.':
    'Der Job erholt sich nicht von selbst. Lies sein Log; beginne mit dem ersten Fehler.',
  'The job reports this number itself. Check what it counts, and whether the limit is still right.':
    'Der Job meldet diese Zahl selbst. Prüfe, was sie zählt und ob die Grenze noch stimmt.',
  'The host is off or disconnected, or its agent has stopped. Try to log in; if that works, check the service and the log of the agent.':
    'Der Host ist aus oder getrennt, oder sein Agent wurde beendet. Versuche, dich anzumelden; wenn das klappt, ' +
    'prüfe den Dienst und das Log des Agenten.',
  'More processes want to run than there are cores. Check the busiest processes and what was started last.':
    'Mehr Prozesse wollen laufen, als es Kerne gibt. Prüfe die aktivsten Prozesse und was zuletzt gestartet wurde.',
  'The disks are too slow for the load. Check which process reads or writes most, and whether a disk is failing.':
    'Die Datenträger sind zu langsam für die Last. Prüfe, welcher Prozess am meisten liest oder schreibt und ob ' +
    'ein Datenträger ausfällt.',
  'The physical machine is overbooked. Ask the provider, or move to another machine.':
    'Die physische Maschine ist überbucht. Frage den Anbieter oder zieh auf eine andere Maschine um.',
  'Programs slow down and may be killed. Check the processes that use the most memory; restart one that keeps growing.':
    'Programme werden langsam und vielleicht beendet. Prüfe die Prozesse, die den meisten Speicher brauchen; ' +
    'starte einen, der ständig wächst, neu.',
  'Services fail when a disk is full. Check for growing logs, backups and temporary files, delete what is not needed, or enlarge the disk.':
    'Dienste scheitern, wenn ein Datenträger voll ist. Prüfe auf wachsende Logs, Sicherungen und temporäre ' +
    'Dateien, lösche, was nicht gebraucht wird, oder vergrößere ihn.',
  'A disk without inodes accepts no new files, even with free space. Check for directories with large numbers of small files.':
    'Ein Datenträger ohne Inodes nimmt keine neuen Dateien an, auch wenn Platz frei ist. Prüfe auf Verzeichnisse ' +
    'mit sehr vielen kleinen Dateien.',
  'Check which service moves the data, and whether it is a backup, a traffic peak or abuse.':
    'Prüfe, welcher Dienst die Daten bewegt und ob es eine Sicherung, eine Verkehrsspitze oder Missbrauch ist.',
  'The disk is too slow for the load. Check which process reads or writes most, and whether the disk is failing.':
    'Der Datenträger ist zu langsam für die Last. Prüfe, welcher Prozess am meisten liest oder schreibt und ob ' +
    'der Datenträger ausfällt.',
  'Packets are damaged or dropped. Check the cable, the port and the driver of the interface.':
    'Pakete sind beschädigt oder gehen verloren. Prüfe Kabel, Anschluss und Treiber der Schnittstelle.',
  'Hardware slows down and ages when it is hot. Check fans, dust and the cooling of the room.':
    'Hardware wird bei Hitze langsamer und altert. Prüfe Lüfter, Staub und die Kühlung des Raums.',
  'If you did not restart it, check its log for a crash, a power cut or an automatic update.':
    'Wenn du ihn nicht neu gestartet hast, prüfe sein Log auf einen Absturz, einen Stromausfall oder eine ' +
    'automatische Aktualisierung.',
  'If you did not restart it, check its log for a crash, a power cut or an automatic update, and check that all services are back.':
    'Wenn du ihn nicht neu gestartet hast, prüfe sein Log auf einen Absturz, einen Stromausfall oder eine ' +
    'automatische Aktualisierung, und ob alle Dienste wieder laufen.',
  'Updates take effect only after a restart. Choose a quiet moment and announce it as maintenance.':
    'Aktualisierungen wirken erst nach einem Neustart. Wähle einen ruhigen Moment und kündige ihn als Wartung an.',
  'Known vulnerabilities stay open until you install the updates. Check whether automatic updates are on.':
    'Bekannte Schwachstellen bleiben offen, bis du die Aktualisierungen installierst. Prüfe, ob automatische ' +
    'eingeschaltet sind.',
  'The evidence names them. Check their logs and what they depend on, then restart them.':
    'Der Nachweis nennt sie. Prüfe ihre Logs und wovon sie abhängen, dann starte sie neu.',
  'Check for a program that keeps starting others, or that has lost its own processes.':
    'Prüfe auf ein Programm, das ständig andere startet oder seine eigenen Prozesse verloren hat.',
  'A program does not clean up the processes it started. Find their parent and restart it.':
    'Ein Programm räumt die Prozesse nicht auf, die es gestartet hat. Finde ihren Elternprozess und starte ihn neu.',
  'The evidence names them. Check the logs of their health checks, then restart them.':
    'Der Nachweis nennt sie. Prüfe die Logs ihrer Zustandsprüfungen, dann starte sie neu.',
  'Logins, certificates and logs fail if clocks differ. Check whether the time service of the host runs.':
    'Anmeldungen, Zertifikate und Logs scheitern, wenn Uhren voneinander abweichen. Prüfe, ob der Zeitdienst des ' +
    'Hosts läuft.',
  'Back up the disk now and replace it. The evidence names it.':
    'Sichere den Datenträger jetzt und ersetze ihn. Der Nachweis nennt ihn.',
  'If another disk fails, the data is lost. Replace the failed one and watch the rebuild.':
    'Wenn noch ein Datenträger ausfällt, sind die Daten verloren. Ersetze den ausgefallenen und beobachte den ' +
    'Wiederaufbau.',
  'Update it when convenient. Old agents keep reporting.':
    'Aktualisiere ihn bei Gelegenheit. Alte Agenten melden weiter.',
  'Check which service lost a process and whether it is back. Then find what uses the memory, or add more.':
    'Prüfe, welcher Dienst einen Prozess verloren hat und ob er wieder läuft. Dann suche, was den Speicher ' +
    'braucht, oder baue mehr ein.',
  'Check its log and what it depends on, then restart it.': 'Prüfe sein Log und wovon er abhängt, dann starte ihn neu.',
  'Check whether the service that starts it runs, and whether it exits or multiplies. Read its log.':
    'Prüfe, ob der Dienst läuft, der ihn startet, und ob er sich beendet oder vervielfacht. Lies sein Log.',
  'Check why it stopped, read its log, then start it again.':
    'Prüfe, warum er beendet wurde, lies sein Log und starte ihn dann wieder.',
  'You set the agent to collect this number. Check what it counts, and whether the limit is still right.':
    'Du hast den Agenten diese Zahl sammeln lassen. Prüfe, was sie zählt und ob die Grenze noch stimmt.',
}
