# syntax=docker/dockerfile:1
# The dashboard as one image: docs/deploy.md says how it is run.

# Debian's SQLite can lose changes (https://sqlite.org/wal.html#walresetbug): this one is without that fault.
FROM python:3.11.14-bookworm AS sqlite
WORKDIR /source
ADD --checksum=sha256:acb1e6f5d832484bf6d32b681e858c38add8b2acdfd42ac5df24b8afb46552b4 \
    https://sqlite.org/2026/sqlite-amalgamation-3510300.zip sqlite.zip
RUN python -m zipfile -e sqlite.zip . \
    && mkdir lib \
    && gcc -O2 -fPIC -shared -Wl,-soname,libsqlite3.so.0 -DSQLITE_THREADSAFE=1 -DSQLITE_ENABLE_COLUMN_METADATA \
        -DSQLITE_ENABLE_LOAD_EXTENSION -o lib/libsqlite3.so.0 sqlite-amalgamation-3510300/sqlite3.c -lm


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
COPY --from=sqlite /source/lib /opt/sqlite
# Fails where Python takes another SQLite than this one.
ENV LD_LIBRARY_PATH=/opt/sqlite
RUN python -c "import sqlite3; assert sqlite3.sqlite_version == '3.51.3', sqlite3.sqlite_version"

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
