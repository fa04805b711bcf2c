{{/*
A deployment, what may be disrupted of it, and what reaches it: dict "root" "component" "values" "env" "secrets", and
"args" of a probe. `secrets` are { name, key, path }.
*/}}
{{- define "lapwing.workload" -}}
{{- $serves := eq .component "server" }}
{{- $root := .root }}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "lapwing.metadata" . | nindent 2 }}
spec:
  replicas: {{ .values.replicas }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "lapwing.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "lapwing.labels" . | nindent 8 }}
      {{- with .values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      # The variables that Kubernetes makes of a service named lapwing would be read as settings.
      enableServiceLinks: false
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: 75
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile: { type: RuntimeDefault }
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "lapwing.selector" . | nindent 14 }}
      {{- range $name := list "nodeSelector" "tolerations" "affinity" }}
      {{- with get $.values $name }}
      {{ $name }}:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- end }}
      containers:
        - name: lapwing
          image: {{ include "lapwing.image" .root }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          {{- with .args }}
          args:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          env:
            {{- .env | trim | nindent 12 }}
            {{- with .root.Values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          {{- if $serves }}
          ports: [{ name: http, containerPort: 8080 }]
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 2
            failureThreshold: {{ div .values.maxStartSeconds 2 }}
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          # Not /readyz: it also fails if nothing is checked or the database is away, and then every server would lose
          # its requests at once, although it still shows the status pages and what is wrong.
          readinessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 5
            timeoutSeconds: 3
          # The service forgets a pod before it stops.
          lifecycle: { preStop: { sleep: { seconds: 5 } } }
          {{- end }}
          {{- with .values.resources }}
          resources:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          securityContext:
            {{- if .values.netRaw }}
            # fping and mtr-packet get the capability from their files.
            allowPrivilegeEscalation: true
            capabilities: { drop: [ALL], add: [NET_RAW] }
            {{- else }}
            allowPrivilegeEscalation: false
            capabilities: { drop: [ALL] }
            {{- end }}
            readOnlyRootFilesystem: true
          volumeMounts:
            - { name: secrets, mountPath: /run/secrets/lapwing, readOnly: true }
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
            {{- with .root.Values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: secrets
          projected:
            defaultMode: 0440
            sources:
              {{- range .secrets }}
              - secret: { name: {{ .name | quote }}, items: [{ key: {{ .key | quote }}, path: {{ .path }} }] }
              {{- end }}
        # The database is elsewhere. Screenshots and traces belong in a bucket (LAPWING_ARTIFACTS_URL).
        - name: data
          emptyDir: { sizeLimit: 2Gi }
        - name: tmp
          emptyDir: { medium: Memory, sizeLimit: 256Mi }
        {{- with .root.Values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- if .root.Values.podDisruptionBudget.enabled }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "lapwing.metadata" . | nindent 2 }}
spec:
  maxUnavailable: {{ .root.Values.podDisruptionBudget.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "lapwing.selector" . | nindent 6 }}
{{- end }}
{{- with .root.Values.networkPolicy }}
{{- if .enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "lapwing.metadata" $ | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "lapwing.selector" $ | nindent 6 }}
  policyTypes: [Ingress]
  {{- if $serves }}
  ingress:
    - ports: [{ port: 8080, protocol: TCP }]
      {{- with .from }}
      from:
        {{- toYaml . | nindent 8 }}
      {{- end }}
  {{- end }}
{{- end }}
{{- end }}
{{- end }}
