# syntax=docker/dockerfile:1
# The dashboard as one image: docs/deploy.md says how it is run.

FROM python:3.11.14-slim-bookworm AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /source

# What changes rarely comes first: a change of our own code installs no package again.
COPY requirements.txt requirements-build.txt ./
RUN python -m venv /opt/bleuscope \
    && /opt/bleuscope/bin/python -m pip install --require-hashes -r requirements.txt \
    && python -m pip install --require-hashes -r requirements-build.txt

COPY . ./
RUN python -m hatchling build --target wheel --directory /tmp/wheel \
    && /opt/bleuscope/bin/python -m pip install --no-deps /tmp/wheel/*.whl

# Compiled here for any processor of this kind, because the container may run on another one and cannot write there.
ENV NUMBA_CPU_NAME=generic NUMBA_CACHE_DIR=/opt/bleuscope/kernels
RUN /opt/bleuscope/bin/python -P -c "from bleuscope import scoring; scoring.warm_up()"


FROM python:3.11.14-slim-bookworm
# Pango sets the report as PDF. Debian's mirrors keep no older versions, so none is named.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        fonts-dejavu-core fonts-noto-cjk libharfbuzz-subset0 libpango-1.0-0 libpangoft2-1.0-0 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 bleuscope \
    && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin bleuscope \
    && install --directory --owner=10001 --group=10001 --mode=0700 /data
COPY --from=build /opt/bleuscope /opt/bleuscope

ENV PATH=/opt/bleuscope/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HOME=/tmp \
    NUMBA_CPU_NAME=generic \
    NUMBA_CACHE_DIR=/opt/bleuscope/kernels \
    BLEUSCOPE_DATABASE_URL=sqlite:////data/workspace.sqlite \
    BLEUSCOPE_LOGS=json \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_PORT=8501
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8501
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["python", "-m", "bleuscope.server.http.ask"]
CMD ["bleuscope", "serve"]
